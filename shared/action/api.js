/** Time limit of one request. */
const TIMEOUT_MS = 30_000

/** Waiting times before a request is sent again after an error of the server. */
const RETRY_MS = [1000, 4000]

/** Pages of a list that are read at most, each with 100 entries. */
const MOST_PAGES = 20

/** Error for an answer of the API that is not a success. */
export class ApiError extends Error {
  name = 'ApiError'

  /** @param {number} status 0: no answer @param {string} message */
  constructor (status, message) {
    super(message)
    this.status = status
  }
}

/** Calls GitHub's REST API for one repository. */
export class GithubApi {
  /** @param {{ url: string, repository: string, token: string, retryMs?: number[] }} how `repository`: owner/name */
  constructor ({ url, repository, token, retryMs = RETRY_MS }) {
    this.root = `${url}/repos/${repository}`
    this.token = token
    this.retryMs = retryMs
  }

  /**
   * @param {'GET' | 'POST' | 'PATCH'} method
   * @param {string} path after the repository
   * @param {object} [body]
   * @returns {Promise<any>} parsed JSON
   * @throws {ApiError}
   */
  async call (method, path, body) {
    for (let sent = 0; ; sent++) {
      const { status, json } = await this.#send(method, path, body)
      if (status >= 200 && status < 300) return json
      // a comment that is sent twice would be two comments
      const mayRepeat = method === 'GET' && (status === 0 || status >= 500)
      if (!mayRepeat || sent === this.retryMs.length) throw new ApiError(status, describeStatus(status, `${method} ${path.replace(/\?.*/, '')}`))
      await new Promise((resolve) => setTimeout(resolve, this.retryMs[sent]))
    }
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<{ status: number, json?: any }>} */
  async #send (method, path, body) {
    try {
      const response = await fetch(this.root + path, {
        method,
        body: body && JSON.stringify(body),
        headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${this.token}`, 'x-github-api-version': '2022-11-28' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return { status: response.status, json: response.ok ? await response.json() : undefined }
    } catch {
      return { status: 0 }
    }
  }

  /**
   * Reads a list page by page.
   *
   * @param {string} path with a query
   * @param {string} [field] of the answer that has the list
   * @returns {Promise<any[]>}
   * @throws {ApiError}
   */
  async list (path, field) {
    const entries = []
    for (let page = 1; page <= MOST_PAGES; page++) {
      const answer = await this.call('GET', `${path}&per_page=100&page=${page}`)
      const part = field ? answer[field] : answer
      entries.push(...part)
      if (part.length < 100) break
    }
    return entries
  }
}

/** @param {number} status @param {string} what @returns {string} what is wrong, and what helps */
function describeStatus (status, what) {
  if (status === 0) return `GitHub's API did not answer (${what}).`
  if (status === 401) return `The token is not valid (${what}). Give the action the input token: github.token`
  if (status === 403 || status === 404) return `The token may not do this, or there is nothing (${what}: ${status}). The job needs the permissions actions: read, checks: write and pull-requests: write.`
  return `GitHub's API answered ${status} (${what}).`
}

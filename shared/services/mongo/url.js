const HIDDEN = '***'

/**
 * @param {string} url
 * @returns {string | undefined} its password as written, even where it holds characters that should have been escaped
 */
function passwordOf (url) {
  const rest = url.replace(/^[a-z+]*:\/\//i, '')
  // host:port comes first, so that an @ behind it belongs to an option
  if (/^[^:@/?]*:\d+([,/?]|$)/.test(rest)) return
  return rest.match(/^[^:@]*:(.*)@/s)?.[1]
}

/**
 * @param {string} url
 * @returns {string} the same without its password and without other secrets, fit to be printed
 */
export function withoutPassword (url) {
  const password = passwordOf(url)
  const bare = password ? url.replace(`:${password}@`, `:${HIDDEN}@`) : url
  return bare.replace(/([?&,][a-z_]*(?:password|token|secret)[a-z_]*[=:])[^&,]*/gi, `$1${HIDDEN}`)
}

/**
 * Takes out of a text what `withoutPassword` takes out of the URL.
 *
 * @param {string} text such as the message of an error
 * @param {string} url
 * @returns {string}
 */
export function scrubbed (text, url) {
  const clean = text.replaceAll(url, withoutPassword(url))
  const password = passwordOf(url)
  return password ? clean.replaceAll(password, HIDDEN).replaceAll(decoded(password), HIDDEN) : clean
}

/** @param {string} text */
function decoded (text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * @param {string} url
 * @param {string} database
 * @param {string} [source] the database that knows who logs in: without it, that would be the new one
 * @returns {string} the URL with that database in it
 */
export function withDatabase (url, database, source) {
  const { scheme, login, hosts, options } = partsOf(url)
  if (source && !options.some((option) => /^authSource=/i.test(option))) options.push(`authSource=${encodeURIComponent(source)}`)
  return joined({ scheme, login, hosts, database, options })
}

/**
 * @param {string} url
 * @param {number} port of a wire on this machine that leads to one of the URL's servers
 * @param {{ host?: string, balanced: boolean }} server at the other end
 * @returns {string} the URL by which that server is reached through the wire, with the same login and options
 */
export function withWire (url, port, { host, balanced }) {
  const { scheme, login, database, options } = partsOf(url)
  const kept = options.filter((option) => !/^(directConnection|loadBalanced|replicaSet|srvMaxHosts|srvServiceName)=/i.test(option))
  if (scheme === 'mongodb+srv://' && !kept.some((option) => /^(tls|ssl)=/i.test(option))) kept.push('tls=true')
  // a member of a replica set would send the driver past the wire, to the others
  kept.push(balanced ? 'loadBalanced=true' : 'directConnection=true')
  // the name that its certificate may have
  const name = host === 'localhost' ? host : '127.0.0.1'
  return joined({ scheme: 'mongodb://', login, hosts: `${name}:${port}`, database, options: kept })
}

/** @param {string} url */
function partsOf (url) {
  const [, scheme, login = '', hosts, database = '', options = ''] = url.match(/^(mongodb(?:\+srv)?:\/\/)([^/?@]*@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/s) ?? []
  if (scheme === undefined) throw new TypeError(`${withoutPassword(url)} is not a MongoDB URL`)
  return { scheme, login, hosts, database, options: options.split('&').filter(Boolean) }
}

/** @param {ReturnType<typeof partsOf>} parts */
function joined ({ scheme, login, hosts, database, options }) {
  return `${scheme}${login}${hosts}/${database}${options.length > 0 ? `?${options.join('&')}` : ''}`
}

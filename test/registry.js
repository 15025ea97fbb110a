import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { NODE_BINARY_PACKAGES, NPM_PLATFORM } from '@hotpath-labs/engine/nodes/provide.js'

const [NAME] = NODE_BINARY_PACKAGES

/**
 * Starts a registry of fake Nodes, which are shell scripts.
 *
 * @param {string} folder to work in
 * @param {Record<string, { script: string, sends?: 'whole' | 'half' | 'nothing' | 'another file' }>} nodes by version
 */
export async function startRegistry (folder, nodes) {
  const tarballs = new Map(Object.entries(nodes).map(([version, { script }]) => [version, tarballOf(folder, version, script)]))
  /** @type {string[]} versions that were downloaded */
  const sent = []
  const server = createServer((request, response) => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    if (request.url === `/${NAME}`) {
      const versions = Object.fromEntries([...tarballs].map(([version, bytes]) => [version, {
        name: NAME,
        version,
        dist: { tarball: `http://127.0.0.1:${port}/${version}.tgz`, integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}` },
      }]))
      response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: [...tarballs.keys()].at(-1) }, versions }))
      return
    }
    const version = request.url?.match(/^\/(.+)\.tgz$/)?.[1] ?? ''
    const bytes = tarballs.get(version)
    if (!bytes) return response.writeHead(404).end('{}')
    sent.push(version)
    const { sends = 'whole' } = nodes[version]
    if (sends === 'nothing') return
    if (sends === 'another file') return response.end(tarballOf(folder, version, 'echo somebody else'))
    response.writeHead(200, { 'content-length': bytes.length })
    if (sends === 'half') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
    else response.end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, sent, close }
}

/** @param {string} folder @param {string} version @param {string} script @returns {Buffer} */
function tarballOf (folder, version, script) {
  const place = join(folder, version)
  mkdirSync(join(place, 'package', 'bin'), { recursive: true })
  writeFileSync(join(place, 'package', 'package.json'), JSON.stringify({ name: NAME, version, bin: { node: 'bin/node' } }))
  writeFileSync(join(place, 'package', 'bin', 'node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  execFileSync('tar', ['czf', `${place}.tgz`, '-C', place, 'package'])
  return readFileSync(`${place}.tgz`)
}

/** @param {any} t @param {string} url of a registry @param {Record<string, string>} [env] */
export function place (t, url, env = {}) {
  const folder = t.testdir()
  const cache = join(folder, 'cache')
  return {
    folder,
    cache,
    env: { HOTPATH_CACHE: cache, npm_config_registry: url, npm_config_cache: join(folder, 'npm'), npm_config_userconfig: join(folder, 'npmrc'), ...env },
    /** what the cache holds, and what was left in it */
    kept: () => existsSync(join(cache, 'node', NPM_PLATFORM)) ? readdirSync(join(cache, 'node', NPM_PLATFORM)) : [],
  }
}

/** @param {string} folder @param {string} script @returns {string} a program */
export function program (folder, script) {
  const file = join(folder, 'program')
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return file
}

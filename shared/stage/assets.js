import { readFileSync, readdirSync } from 'node:fs'
import { CHART_MODULE_URLS, hashForContentSecurityPolicy, UPLOT_FILES } from '@hotpath-labs/pages'
import { BROWSER_MODULE_URLS } from 'hotpath/report'

const PAGE = new URL('page/', import.meta.url)

export const CONTENT_TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

const pageFiles = readdirSync(PAGE).filter((name) => /^[\w-]+\.(css|js)$/.test(name))

const files = {
  '/': new URL('index.html', PAGE),
  '/page/style.css': new URL(import.meta.resolve('@hotpath-labs/pages/style.css')),
  ...Object.fromEntries(CHART_MODULE_URLS.map((file) => [`/chart/${file.pathname.split('/').pop()}`, file])),
  ...Object.fromEntries(Object.entries(BROWSER_MODULE_URLS).map(([path, file]) => [`/${path}`, file])),
  ...Object.fromEntries(pageFiles.map((name) => [`/stage/page/${name}`, new URL(name, PAGE)])),
}

/**
 * Files that the server can send, by URL path. The server reads all when it starts, so that no path in a request leads to another file.
 *
 * @type {Map<string, { type: string, text: string }>}
 */
export const PAGE_ASSETS = new Map()
for (const [address, file] of Object.entries(files)) {
  const extension = /** @type {keyof typeof CONTENT_TYPES} */ (file.pathname.split('.').pop())
  PAGE_ASSETS.set(address, { type: CONTENT_TYPES[extension], text: readFileSync(file, 'utf8') })
}
PAGE_ASSETS.set('/uplot.css', { type: CONTENT_TYPES.css, text: UPLOT_FILES.css })
PAGE_ASSETS.set('/uplot.js', { type: CONTENT_TYPES.js, text: UPLOT_FILES.script })

/** Hash of the page's import map: the Content-Security-Policy allows inline code only by its hash. */
export const IMPORT_MAP_HASH = hashForContentSecurityPolicy(String(PAGE_ASSETS.get('/')?.text.match(/<script type="importmap">([^]*?)<\/script>/)?.[1]))

import { readFileSync, readdirSync } from 'node:fs'
import { CHART_MODULES, hashForContentSecurityPolicy, UPLOT_FILES } from '@hotpath-labs/pages'
import { BROWSER_MODULE_URLS } from 'hotpath/report'

const PAGE = new URL('page/', import.meta.url)

export const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

const pageFiles = readdirSync(PAGE).filter((name) => /^[\w-]+\.(css|js)$/.test(name))

const files = {
  '/': new URL('index.html', PAGE),
  '/page/style.css': new URL(import.meta.resolve('@hotpath-labs/pages/style.css')),
  ...Object.fromEntries(CHART_MODULES.map((file) => [`/chart/${file.pathname.split('/').pop()}`, file])),
  ...Object.fromEntries(Object.entries(BROWSER_MODULE_URLS).map(([path, file]) => [`/${path}`, file])),
  ...Object.fromEntries(pageFiles.map((name) => [`/stage/page/${name}`, new URL(name, PAGE)])),
}

/**
 * Every file that the server can send, by URL path, so that a path in a request never reaches the disk.
 *
 * @type {Map<string, { type: string, text: string }>}
 */
export const ASSETS = new Map()
for (const [address, file] of Object.entries(files)) {
  const extension = /** @type {keyof typeof TYPES} */ (file.pathname.split('.').pop())
  ASSETS.set(address, { type: TYPES[extension], text: readFileSync(file, 'utf8') })
}
ASSETS.set('/uplot.css', { type: TYPES.css, text: UPLOT_FILES.css })
ASSETS.set('/uplot.js', { type: TYPES.js, text: UPLOT_FILES.script })

/** Hash of the page's import map: the Content-Security-Policy allows inline code only by its hash. */
export const IMPORT_MAP = hashForContentSecurityPolicy(String(ASSETS.get('/')?.text.match(/<script type="importmap">([^]*?)<\/script>/)?.[1]))

import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hashed } from '@hotpath-labs/pages'
import { BROWSER_FILES } from 'hotpath/report'

const require = createRequire(import.meta.url)
const PAGE = new URL('page/', import.meta.url)

export const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** Of the page's own, without its tests. */
const own = readdirSync(PAGE).filter((name) => /^[\w-]+\.(css|js)$/.test(name))

const files = {
  '/': new URL('index.html', PAGE),
  '/page/style.css': new URL(import.meta.resolve('@hotpath-labs/pages/style.css')),
  '/uplot.css': require.resolve('uplot/dist/uPlot.min.css'),
  '/uplot.js': require.resolve('uplot/dist/uPlot.iife.min.js'),
  ...Object.fromEntries(Object.entries(BROWSER_FILES).map(([path, file]) => [`/${path}`, file])),
  ...Object.fromEntries(own.map((name) => [`/stage/page/${name}`, new URL(name, PAGE)])),
}

/** All that can be read, by its address: no path of a request is ever a path of the disk. @type {Map<string, { type: string, text: string }>} */
export const ASSETS = new Map(Object.entries(files).map(([address, file]) => [address, { type: TYPES[/** @type {keyof typeof TYPES} */ (String(file).split('.').pop())], text: readFileSync(file, 'utf8') }]))

/** The page's import map, as its policy allows it: by its hash. */
export const IMPORT_MAP = hashed(String(ASSETS.get('/')?.text.match(/<script type="importmap">([^]*?)<\/script>/)?.[1]))

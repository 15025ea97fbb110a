import { defineLab } from '@hotpath-labs/lab'

const headers = { 'accept-encoding': 'gzip, br, zstd' }

/** Each request begins with another item, so that no program can keep what it has compressed. */
const draw = (/** @type {() => number} */ random) => ({ path: `/from/${Math.floor(random() * 1e9)}` })

export default defineLab({
  title: 'Compressed as small as possible',
  question: 'A server compresses its JSON with brotli. Why does an answer of 80 kB take more than a tenth of a second?',
  answer: 'brotli compresses as small as it can unless you choose a level, which suits files and not answers',
  theme: 'servers',
  workshop: { place: 27, minutes: 20, why: 'The first lab with a price: what is faster here sends more bytes.' },
  kind: 'server',
  variants: {
    slow: 'brotli at its default',
    gzip: 'gzip',
    zstd: 'zstd',
    plain: 'no compression',
    fast: 'brotli at level 4',
  },
  node: { zstd: '>=22.15 <23 || >=23.8' },
  blocks: 3,
  // an answer of slow takes a tenth of a second, in native code, which needs no warm-up
  warmUp: { slow: 2, gzip: 30, zstd: 30, plain: 100, fast: 30 },
  workload: {
    method: 'GET',
    path: '/from/0',
    headers,
    connections: 2,
    draw,
    edgeCases: {
      'a visitor who accepts no encoding': { headers: {} },
      'a visitor who knows another encoding': { headers: { 'accept-encoding': 'compress' } },
    },
  },
  workloads: { download: { label: 'downloads', method: 'GET', path: '/from/0', headers, connections: 1, requests: 3, draw } },
  steps: { fast: 'choose a level that fits answers which are sent once' },
  givesUp: { fast: 'bytes: an answer is larger than with the highest level, and over a slow connection it arrives later' },
  claims: [
    { id: 'level', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 10, published: 'Z1' },
    { id: 'size', faster: 'fast@download', than: 'plain@download', metric: 'bytes', atLeast: 2 },
    { id: 'zstd', faster: 'zstd', than: 'slow', metric: 'cpu', atLeast: 10 },
    { id: 'price', faster: 'slow', than: 'fast', metric: 'bytes', dependsOn: 'what is compressed' },
    { id: 'zstd-price', faster: 'slow', than: 'zstd', metric: 'bytes', dependsOn: 'what is compressed' },
    { id: 'gzip-price', faster: 'slow', than: 'gzip', metric: 'bytes', dependsOn: 'what is compressed' },
    { id: 'gzip', faster: 'fast', than: 'gzip', metric: 'cpu', dependsOn: 'what is compressed, and the version of zlib' },
  ],
  hotFrame: { search: 'brotliCompress', says: 'which hands the work to another thread' },
})

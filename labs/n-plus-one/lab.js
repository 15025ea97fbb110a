import { defineLab } from '@hotpath-labs/lab'
import { mongo } from '@hotpath-labs/services'

const ORDERS_PER_PAGE = 10
const PAGES = 30
const ORDERS = PAGES * ORDERS_PER_PAGE + 5
const CUSTOMERS = 100
const CITIES = 20

/** @param {(random: () => number, nth: number) => object} make @returns {(random: () => number) => object[]} */
const list = (length, make) => (random) => Array.from({ length }, (_, nth) => make(random, nth))

export default defineLab({
  title: 'A query for each row',
  question: 'Each query is fast. Why does a page of ten orders take a fifth of a second?',
  answer: 'each customer and each city is a query of its own, and waits for the one before',
  theme: 'databases and caches',
  workshop: { place: 23, minutes: 20, why: 'The index is there and each query is fast. This time the number of queries is the fault.' },
  kind: 'server',
  variants: { slow: 'a query per row', in: '$in per collection', fast: 'one $lookup query' },
  services: [mongo({
    orders: {
      // one customer in twenty has been deleted, some have several orders, the last page has too many, and the last order came first
      documents: list(ORDERS, (random, nth) => ({
        number: ORDERS - nth,
        page: Math.min(PAGES - 1, Math.floor((ORDERS - nth - 1) / ORDERS_PER_PAGE)),
        cents: Math.floor(random() * 100_000),
        customer: Math.floor(random() * CUSTOMERS * 1.05),
      })),
      indexes: [{ key: { page: 1 }, name: 'page_1' }],
    },
    customers: list(CUSTOMERS, (random, _id) => ({ _id, name: `customer ${Math.floor(random() * 1e9)}`, city: Math.floor(random() * CITIES) })),
    cities: list(CITIES, (random, _id) => ({ _id, name: `city ${Math.floor(random() * 1e9)}` })),
  }, {
    // as far as a database in the next region
    latencyMs: 5,
  })],
  blocks: 2,
  // a request takes 230, 33 and 11 ms, almost all of it waiting
  warmUp: { slow: 4, in: 40, fast: 60 },
  // an order or a name that has changed shows in the next answer
  maxAgeMs: { in: 0, fast: 0 },
  workload: {
    method: 'GET',
    path: '/orders/3',
    connections: 1,
    requests: 2,
    edgeCases: { 'another page': { path: '/orders/7' }, 'an empty page': { path: `/orders/${PAGES}` }, 'a page of more orders': { path: `/orders/${PAGES - 1}` } },
    randomInputs: (fc) => fc.nat({ max: PAGES + 1 }).map((page) => ({ path: `/orders/${page}` })),
  },
  counters: { queries: { counts: 'mongo:queries', atMost: true, slow: 1 + 2 * ORDERS_PER_PAGE, in: 3, fast: 1 } },
  lesson: 'one-for-all',
  steps: {
    in: 'ask for all customers of a page at once, and for all cities',
    fast: 'let the database join the three collections',
  },
  givesUp: { fast: 'the database does the joining, and another database server is harder to add than another of yours' },
  claims: [
    { id: 'one-for-all', faster: 'in', than: 'slow', metric: 'p50', atLeast: 2.4, published: 'N1' },
    { id: 'join', faster: 'fast', than: 'in', metric: 'p50', atLeast: 1 },
  ],
})

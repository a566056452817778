/** `npm run architecture`: checks the rules of docs/architecture.md on every import, types included. Prints each breach; fails on any. */

import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Import, readModule } from './imports.ts'
import { requestBreachesOf } from './request-rules.ts'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 300

/**
 * The rooms, folders of `src`, `packages` and `web` and loose files, with the rooms that each may import, types included. A file within a folder may be
 * named here and is a room of its own. Every room may import `errors` and `units`.
 */
const rooms: Record<string, string[]> = {
  errors: [],
  units: [],
  'read-timeout': [],
  version: [],
  'api-paths': [],
  schema: [],
  money: [],
  'customers/customer-fields': ['schema'],
  fairness: [],
  outgoing: [],
  db: ['customers/customer-fields', 'fairness', 'read-timeout'],
  catalog: ['schema', 'money', 'shop', 'db'],
  'catalog/admin': ['api-paths', 'schema', 'money', 'catalog', 'shop', 'shop-file', 'http', 'db'],
  promotions: ['schema', 'money'],
  'promotions/admin': ['api-paths', 'schema', 'shop', 'shop-file', 'promotions', 'events', 'http', 'db'],
  shop: ['money', 'promotions', 'db', 'fairness'],
  'shop-file': ['schema', 'money', 'catalog', 'shop', 'promotions', 'customers'],
  auth: ['schema', 'read-timeout'],
  metrics: ['version', 'http', 'db'],
  http: ['api-paths', 'auth', 'schema', 'db', 'fairness'],
  openapi: ['api-paths', 'auth', 'schema', 'web-files', 'http'],
  tracing: ['version', 'http', 'db'],
  events: ['api-paths', 'schema', 'http', 'db'],
  cart: ['auth', 'schema', 'money', 'catalog', 'shop', 'promotions', 'events', 'http', 'db'],
  'cart/admin': [
    'api-paths',
    'auth',
    'schema',
    'money',
    'catalog',
    'shop',
    'shop-file',
    'promotions',
    'promotions/admin',
    'cart',
    'customers',
    'http',
    'db',
  ],
  customers: ['customers/customer-fields', 'api-paths', 'auth', 'schema', 'events', 'checkouts', 'http', 'db'],
  guests: ['auth', 'schema', 'http'],
  checkouts: [
    ...['api-paths', 'auth', 'schema', 'money', 'catalog', 'shop', 'promotions', 'cart', 'events', 'http', 'db'],
  ],
  privacy: ['api-paths', 'schema', 'cart', 'customers', 'checkouts', 'http', 'db'],
  'web-checkout': ['api-paths', 'auth', 'schema', 'money', 'shop', 'cart', 'events', 'http', 'db'],
  playground: ['auth', 'schema', 'money', 'catalog', 'shop', 'promotions', 'web-files', 'http', 'db'],
  import: [
    'customers/customer-fields',
    'customers',
    'schema',
    'catalog',
    'shop',
    'shop-file',
    'promotions',
    'events',
    'db',
  ],
  'import/http': ['api-paths', 'schema', 'shop-file', 'import', 'http', 'db'],
  'import-process': ['import', 'shop-file', 'db'],
  webhooks: ['api-paths', 'schema', 'events', 'outgoing', 'fairness', 'http', 'db'],
  ucp: [
    ...[
      'api-paths',
      'auth',
      'schema',
      'money',
      'catalog',
      'shop',
      'promotions',
      'cart',
      'outgoing',
      'fairness',
      'http',
      'db',
    ],
  ],
  'ucp/continue': [
    ...['api-paths', 'auth', 'catalog', 'cart', 'shop', 'promotions', 'events', 'http', 'db', 'web-checkout', 'ucp'],
  ],
  'web-files': ['http'],
  office: ['auth', 'schema', 'fairness', 'web-files', 'http', 'db'],
  'web/ui': [],
  'web/reference': [],
  'web/office': ['cart', 'customers', 'web/ui'],
  'web/playground': ['cart', 'playground', 'web/ui'],
  config: ['auth', 'outgoing', 'db'],
  jobs: ['cart', 'web-checkout', 'checkouts', 'events', 'webhooks', 'ucp', 'office', 'db'],
  client: [],
  app: [
    'api-paths',
    'auth',
    'config',
    'db',
    'fairness',
    'http',
    'metrics',
    'openapi',
    'outgoing',
    'tracing',
    'version',
    'cart',
    'cart/admin',
    'catalog',
    'catalog/admin',
    'checkouts',
    'customers',
    'events',
    'guests',
    'import/http',
    'office',
    'playground',
    'privacy',
    'promotions/admin',
    'shop',
    'ucp',
    'ucp/continue',
    'web-files',
    'web-checkout',
    'webhooks',
  ],
  service: ['app', 'auth', 'web-checkout', 'config', 'db', 'http', 'jobs', 'metrics', 'playground', 'tracing'],
  cli: [
    'service',
    'version',
    'api-paths',
    'auth',
    'config',
    'db',
    'http',
    'jobs',
    'metrics',
    'import',
    'shop-file',
    'customers',
    'customers/customer-fields',
    'cart',
    'catalog',
    'shop',
    'promotions',
    'money',
    'checkouts',
    'playground',
    'webhooks',
  ],
}
const DOMAIN = [
  'schema',
  'money',
  'catalog',
  'shop',
  'promotions',
  'shop-file',
  'auth',
  'cart',
  'checkouts',
  'customers',
  'guests',
  'web-checkout',
  'events',
  'privacy',
  'playground',
  'webhooks',
  'ucp',
  'office',
]
const PURE_PACKAGES = [
  'node:util',
  'typebox',
  'typebox/schema',
  'typebox/system',
  'structured-headers',
  '@remix-run/html-template',
]
const ADAPTERS = ['src/db/sqlite/sqlite.ts', 'src/db/postgres/postgres.ts', 'src/db/open.ts']

interface Source {
  path: string
  room: string
  text: string
  imports: Import[]
}

function read(path: string): Source {
  return { path, room: roomOf(path), ...readModule(path) }
}

function roomOf(path: string): string {
  const own = path.replace(/^(src|packages)\//, '').replace(/\.[a-z]+$/, '')
  const within = own.split('/').slice(0, 2).join('/')
  return [own, within].find(each => each in rooms) ?? own.split('/')[0] ?? ''
}

/** Named like `cart.store.ts` a file has a role; without one, in a domain folder, it is pure, as are documents and schemas. */
function isPure(path: string): boolean {
  const [, folder = ''] = path.split('/')
  return DOMAIN.includes(folder) && /^[\w-]+(\.document|\.schema)?\.ts$/.test(basename(path))
}

function isOwn({ target }: Import): boolean {
  return /^(src|packages|web)\//.test(target)
}

type Rule = (source: Source) => string[]

const rules: Rule[] = [
  function direction({ room, imports }) {
    const allowed = rooms[room]
    if (!allowed) return [`is in no room: add ${room} to tools/architecture.ts and docs/architecture.md`]
    return imports
      .filter(isOwn)
      .filter(({ target }) => ![room, 'errors', 'units', ...allowed].includes(roomOf(target)))
      .map(({ target }) => `${room} may not import ${target}`)
  },

  function purity({ path, imports, text }) {
    if (!isPure(path)) return []
    const impure = imports
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .filter(each =>
        isOwn(each)
          ? !isPure(each.target) && !['src/errors.ts', 'src/units.ts', 'src/api-paths.ts'].includes(each.target)
          : !PURE_PACKAGES.includes(each.target),
      )
    const clock = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b/.exec(text)?.[0]
    return [
      ...impure.map(({ target }) => `a pure file may not import ${target}`),
      ...(clock ? [`a pure file may not call ${clock}`] : []),
    ]
  },

  function stores({ path, imports }) {
    if (!path.endsWith('.store.ts')) return []
    return imports
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .filter(({ target }) => /^src\/http\/|\.store\.ts$|\.routes\.ts$/.test(target))
      .map(({ target }) => `a store may not import ${target}`)
  },

  function adapters({ path, room, imports }) {
    if (['cli', 'db', 'service', 'import-process'].includes(room)) return []
    return imports
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .filter(({ target }) => ADAPTERS.includes(target))
      .map(({ target }) => `only service.ts and cli/ may open ${target}, not ${path}`)
  },

  function migrations({ path, imports }) {
    if (!path.startsWith('src/db/migrations/')) return []
    return imports.filter(isOwn).map(({ target }) => `a migration may not import ${target}: it is literal`)
  },

  function pages({ path, imports }) {
    if (!path.startsWith('web/')) return []
    return imports
      .filter(({ target }) => target.startsWith('src/') && !target.endsWith('.document.ts'))
      .map(({ target }) => `a page may know the types of documents alone, not ${target}`)
  },

  function environment({ path, text }) {
    return /process\.env\b/.test(text) && path !== 'src/cli/sepet.ts' ? ['reads process.env: go through config/'] : []
  },

  function requests({ path, text }) {
    return requestBreachesOf(path, text)
  },

  function length({ text }) {
    const lines = text.split('\n').length - 1
    return lines > MAX_LINES ? [`${lines} lines; at most ${MAX_LINES}`] : []
  },

  function opening({ text }) {
    return /^(#!.*\n)?\/\*\*/.test(text) ? [] : ['has no opening sentence']
  },
]

/** Circles of a graph, found depth first, each reported once. */
function circlesOf(graph: Map<string, Set<string>>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (node: string, path: string[]) => {
    const start = path.indexOf(node)
    if (start >= 0) circles.push([...path.slice(start), node].join(' → '))
    if (start >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return circles
}

/** Permissions that no import uses: a room must not import more than it needs. */
function unusedPermissions(graph: Map<string, Set<string>>): string[] {
  return Object.entries(rooms).flatMap(([room, allowed]) =>
    allowed.filter(each => !graph.get(room)?.has(each)).map(each => `${room} may import ${each} and does not`),
  )
}

function graphOf(sources: Source[], nameOf: (path: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = nameOf(path)
    const targets = imports.filter(isOwn).map(({ target }) => nameOf(target))
    graph.set(from, new Set([...(graph.get(from) ?? []), ...targets.filter(each => each !== from)]))
  }
  return graph
}

const sources = globSync(['src/**/*.ts', 'web/**/*.js', 'packages/*/src/**/*.ts'], { cwd: ROOT })
  .filter(path => !/\.(test|generated)\.ts$/.test(path))
  .sort()
  .map(read)
const breaches = [
  ...unusedPermissions(graphOf(sources, roomOf)),
  ...sources.flatMap(source => rules.flatMap(rule => rule(source).map(text => `${source.path}: ${text}`))),
  ...circlesOf(graphOf(sources, path => path)).map(each => `a circle of files: ${each}`),
  ...circlesOf(graphOf(sources, roomOf)).map(each => `a circle of rooms: ${each}`),
]
for (const breach of breaches) console.error(breach)
console.log(`architecture: ${sources.length} files, ${breaches.length} breaches`)
process.exitCode = breaches.length > 0 ? 1 : 0

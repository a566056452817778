/** `npm run architecture`: checks the rules of docs/architecture.md on every import, types included. Prints each breach; fails on any. */

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { requestBreachesOf } from './request-rules.ts'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 300

/**
 * The rooms, folders of `src` and loose files, with the rooms that each may import, types included. A file within a folder may be
 * named here and is a room of its own. Every room may import `errors` and `units`.
 */
const rooms: Record<string, string[]> = {
  errors: [],
  units: [],
  'api-paths': [],
  schema: [],
  money: [],
  'customers/customer-fields': ['schema'],
  fairness: [],
  db: ['customers/customer-fields', 'fairness'],
  catalog: ['money', 'shop', 'db'],
  promotions: ['money'],
  shop: ['money', 'promotions', 'db', 'fairness'],
  auth: ['schema'],
  metrics: ['http', 'db'],
  http: ['api-paths', 'auth', 'schema', 'db', 'fairness'],
  openapi: ['api-paths', 'auth', 'schema', 'http'],
  tracing: ['http', 'db'],
  events: ['api-paths', 'schema', 'http', 'db'],
  cart: ['auth', 'schema', 'money', 'catalog', 'shop', 'promotions', 'events', 'http', 'db'],
  customers: ['customers/customer-fields', 'api-paths', 'auth', 'schema', 'events', 'orders', 'http', 'db'],
  guests: ['auth', 'schema', 'http'],
  orders: ['api-paths', 'auth', 'schema', 'money', 'promotions', 'cart', 'events', 'http', 'db'],
  'back-office': [
    'api-paths',
    'auth',
    'schema',
    'money',
    'catalog',
    'shop',
    'promotions',
    'cart',
    'customers',
    'import',
    'events',
    'http',
    'db',
  ],
  privacy: ['api-paths', 'schema', 'cart', 'customers', 'orders', 'http', 'db'],
  checkout: ['api-paths', 'auth', 'schema', 'money', 'shop', 'cart', 'events', 'http', 'db'],
  playground: ['auth', 'schema', 'money', 'catalog', 'shop', 'promotions', 'cart', 'http', 'db'],
  import: [
    'customers/customer-fields',
    'customers',
    'schema',
    'money',
    'catalog',
    'shop',
    'promotions',
    'events',
    'db',
  ],
  'import-process': ['import', 'db'],
  config: ['auth', 'db'],
  jobs: ['cart', 'checkout', 'orders', 'events', 'db'],
  client: [],
  app: [
    'api-paths',
    'auth',
    'back-office',
    'config',
    'db',
    'fairness',
    'http',
    'metrics',
    'openapi',
    'tracing',
    'cart',
    'catalog',
    'checkout',
    'customers',
    'events',
    'guests',
    'orders',
    'playground',
    'privacy',
    'shop',
  ],
  service: ['app', 'auth', 'checkout', 'config', 'db', 'http', 'jobs', 'metrics', 'playground', 'tracing'],
  cli: [
    'service',
    'api-paths',
    'auth',
    'config',
    'db',
    'http',
    'jobs',
    'metrics',
    'import',
    'customers',
    'customers/customer-fields',
    'cart',
    'catalog',
    'shop',
    'promotions',
    'money',
    'orders',
    'playground',
  ],
}
const DOMAIN = [
  'schema',
  'money',
  'catalog',
  'shop',
  'promotions',
  'auth',
  'cart',
  'checkout',
  'customers',
  'guests',
  'orders',
  'events',
  'privacy',
  'playground',
]
/** Files of rooms that are no domain folders, which pure files may import: the rules of the shop file. */
const PURE_RULES =
  /^src\/import\/(formats\/shop-file\/shop-file(\.schema|-fields|-checks|-records)|input\/decimal-text)\.ts$/
const PURE_PACKAGES = ['typebox', 'typebox/schema', 'typebox/system', '@remix-run/html-template']
const ADAPTERS = ['src/db/sqlite/sqlite.ts', 'src/db/postgres/postgres.ts', 'src/db/open.ts']

interface Import {
  /** A package's name, or a path from the root. */
  target: string
  isTypeOnly: boolean
}

interface Source {
  path: string
  room: string
  text: string
  imports: Import[]
}

function read(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm)
  const imports = [...statements].map(([, type, statement = '', call = '']) => {
    const target = statement || call
    return {
      target: target.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), target)) : target,
      isTypeOnly: type !== undefined,
    }
  })
  return { path, room: roomOf(path), text, imports }
}

function roomOf(path: string): string {
  const [, folder = ''] = path.split('/')
  const own = path.replace(/^src\//, '').replace(/\.[a-z]+$/, '')
  return own in rooms ? own : folder
}

/** Named like `cart.store.ts` a file has a role; without one, in a domain folder, it is pure, as are documents and schemas. */
function isPure(path: string): boolean {
  const [, folder = ''] = path.split('/')
  return DOMAIN.includes(folder) && /^[\w-]+(\.document|\.schema)?\.ts$/.test(basename(path))
}

function isOwn({ target }: Import): boolean {
  return target.startsWith('src/')
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
          ? !isPure(each.target) &&
            !PURE_RULES.test(each.target) &&
            !['src/errors.ts', 'src/units.ts', 'src/api-paths.ts'].includes(each.target)
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

const sources = globSync('src/**/*.{ts,js}', { cwd: ROOT })
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

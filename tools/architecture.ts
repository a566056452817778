/** `npm run architecture`: checks the rules of docs/architecture.md on every import, types included. Prints each breach; fails on any. */

import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { unknownPathsIn } from './comment-paths.ts'
import { type Import, readModule } from './imports.ts'
import { requestBreachesOf } from './request-rules.ts'
import { rooms } from './rooms.ts'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 300

const DOMAIN = [
  'model',
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
  'cart-links',
  'events',
  'history',
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
    if (!allowed) return [`is in no room: add ${room} to tools/rooms.ts and docs/architecture.md`]
    return imports
      .filter(isOwn)
      .filter(({ target }) => ![room, 'errors', 'units', ...allowed].includes(roomOf(target)))
      .map(({ target }) => `${room} may not import ${target}`)
  },

  function routes({ path, text }) {
    if (!path.endsWith('.routes.ts') || /\.(get|post|put|patch|delete|route)\(|\bregisterLinkEndpoint\(/.test(text))
      return []
    return ['has no route: what speaks of requests without one ends with .http.ts']
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

  function paths({ text }) {
    return unknownPathsIn(text).map(path => `a comment names ${path}, which is no file`)
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

/** Arrows that run up: a room may import only rooms that stand above it in the list, so that no circle of rooms is possible. */
function upwardPermissions(): string[] {
  const order = Object.keys(rooms)
  return Object.entries(rooms).flatMap(([room, allowed]) =>
    allowed
      .filter(each => order.indexOf(each) > order.indexOf(room))
      .map(each => `${room} may not import ${each}, which stands below it`),
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
  ...upwardPermissions(),
]
for (const breach of breaches) console.error(breach)
console.log(`architecture: ${sources.length} files, ${breaches.length} breaches`)
process.exitCode = breaches.length > 0 ? 1 : 0

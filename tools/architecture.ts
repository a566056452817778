/** `npm run architecture`: the rules of docs/architecture.md that a machine can check. Prints each breach; fails on any. */

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 300

/** Which folders of `src` a folder may take values from, besides itself and `errors.ts`. Types may come from anywhere. */
const mayImport: Record<string, string[]> = {
  schema: [],
  money: [],
  catalog: ['money', 'db'],
  shop: ['money', 'db'],
  promotions: ['money'],
  auth: [],
  cart: ['schema', 'money', 'catalog', 'shop', 'promotions', 'auth', 'http', 'db'],
  customers: ['schema', 'http', 'db'],
  checkout: ['schema', 'money', 'catalog', 'shop', 'promotions', 'auth', 'cart', 'http', 'db'],
  config: ['db'],
  playground: ['schema', 'money', 'catalog', 'auth', 'cart', 'http'],
  db: ['shop'],
  http: ['schema', 'auth', 'db'],
  tracing: ['http'],
  reference: ['http'],
  client: [],
  import: ['schema', 'customers', 'money', 'catalog', 'shop', 'promotions', 'db'],
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
  'playground',
  'reference',
]
const PURE_PACKAGES = ['typebox', 'typebox/schema', 'typebox/system', '@remix-run/html-template']
const ADAPTERS = ['src/db/sqlite/sqlite.ts', 'src/db/postgres/postgres.ts', 'src/db/open.ts']

interface Source {
  path: string
  folder: string
  text: string
  /** What it imports as values: package names, and paths from the root. */
  imports: string[]
}

function read(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)
  const imports = [...statements].map(([, target = '']) =>
    target.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), target)) : target,
  )
  return { path, folder: path.split('/')[1] ?? '', text, imports }
}

/** Named like `cart.store.ts` a file has a role; without one, in a domain folder, it is pure, as are documents and schemas. */
function isPure(path: string): boolean {
  const [, folder = ''] = path.split('/')
  const file = basename(path)
  return DOMAIN.includes(folder) && /^[\w-]+(\.document|\.schema)?\.ts$/.test(file)
}

type Rule = (source: Source) => string[]

const rules: Rule[] = [
  function direction({ folder, imports }) {
    const allowed = mayImport[folder]
    if (!allowed) return []
    const targets = imports.filter(each => each.startsWith('src/') && each !== 'src/errors.ts')
    return targets
      .filter(target => ![folder, ...allowed].includes(target.split('/')[1] ?? ''))
      .map(target => `${folder} may not import ${target}`)
  },

  function purity({ path, imports, text }) {
    if (!isPure(path)) return []
    const impure = imports.filter(each =>
      each.startsWith('src/') ? !isPure(each) && each !== 'src/errors.ts' : !PURE_PACKAGES.includes(each),
    )
    const clock = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b/.exec(text)?.[0]
    return [
      ...impure.map(each => `a pure file may not import ${each}`),
      ...(clock ? [`a pure file may not call ${clock}`] : []),
    ]
  },

  function stores({ path, imports }) {
    if (!path.endsWith('.store.ts')) return []
    return imports
      .filter(each => each.startsWith('src/http/') || each.endsWith('.store.ts') || each.endsWith('.routes.ts'))
      .map(each => `a store may not import ${each}`)
  },

  function adapters({ path, folder, imports }) {
    if (['cli', 'db'].includes(folder) || path === 'src/service.ts') return []
    return imports.filter(each => ADAPTERS.includes(each)).map(each => `only main.ts and cli/ may open ${each}`)
  },

  function environment({ path, text }) {
    return /process\.env\b/.test(text) && path !== 'src/cli/sepet.ts' ? ['reads process.env: go through config.ts'] : []
  },

  function length({ text }) {
    const lines = text.split('\n').length - 1
    return lines > MAX_LINES ? [`${lines} lines; at most ${MAX_LINES}`] : []
  },

  function opening({ text }) {
    return /^(#!.*\n)?\/\*\*/.test(text) ? [] : ['does not open with a sentence that says why it exists']
  },
]

const sources = globSync('src/**/*.{ts,js}', { cwd: ROOT })
  .filter(path => !/\.(test|generated)\.ts$/.test(path))
  .sort()
  .map(read)
const breaches = sources.flatMap(source => rules.flatMap(rule => rule(source).map(text => `${source.path}: ${text}`)))
for (const breach of breaches) console.error(breach)
console.log(`architecture: ${sources.length} files, ${breaches.length} breaches`)
process.exitCode = breaches.length > 0 ? 1 : 0

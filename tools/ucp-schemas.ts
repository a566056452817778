/**
 * Writes the JSON Schemas of a version of the Universal Commerce Protocol to test/data/ucp/: those that answers of Sepet are judged by, with what they
 * refer to. Texts for readers are left out.
 *
 * Usage: node tools/ucp-schemas.ts <git directory> <revision> <version>
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../src/schema/is-object.ts'

const REPOSITORY = 'https://github.com/Universal-Commerce-Protocol/ucp'
const LICENCE = 'Apache-2.0'
/** Schemas that answers are judged by. A version may lack some. */
const ENTRIES = [
  'discovery/profile_schema.json',
  'schemas/profile.json',
  'schemas/shopping/cart.json',
  'schemas/shopping/discount.json',
  'schemas/shopping/catalog_search.json',
  'schemas/shopping/catalog_lookup.json',
  'schemas/shopping/permalink.json',
  'schemas/shopping/types/error_response.json',
  'schemas/common/types/error_response.json',
  'schemas/transports/jsonrpc.json',
]
const TEXTS = ['description', 'title', 'examples', '$comment']
/** Keywords whose members are schemas by names of their own. */
const NAMED = ['properties', 'patternProperties', '$defs']

type Schemas = Map<string, unknown>

const [directory = '', revision = '', version = ''] = process.argv.slice(2)
if (!version) throw new Error('Usage: node tools/ucp-schemas.ts <git directory> <revision> <version>')

/** Where the version is published: references are relative to a file's place there. */
const site = `https://ucp.dev/${version}/`
const published = readPublished()
const needed: Schemas = new Map()
for (const entry of ENTRIES) take(site + entry)
const target = join(import.meta.dirname, '../test/data/ucp', version)
mkdirSync(target, { recursive: true })
const document = {
  source: { repository: REPOSITORY, commit: git('rev-parse', `${revision}^{commit}`).trim(), licence: LICENCE },
  schemas: [...needed.keys()].sort().map(id => needed.get(id)),
}
writeFileSync(join(target, 'schemas.json'), `${JSON.stringify(document, null, 2)}\n`)
console.log(`${needed.size} schemas of version ${version}`)

function git(...parameters: string[]): string {
  return execFileSync('git', ['-C', directory, ...parameters], { encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** @returns the schemas of the revision by their URLs */
function readPublished(): Schemas {
  const paths = git('ls-tree', '-r', '--name-only', revision, 'source').split('\n')
  return new Map(
    paths
      .filter(path => path.endsWith('.json'))
      .map(path => {
        const $id = site + path.replace('source/', '')
        return [$id, { ...JSON.parse(git('show', `${revision}:${path}`)), $id }]
      }),
  )
}

/** Takes a schema and all that it refers to. */
function take(id: string): void {
  const schema = published.get(id)
  if (schema === undefined || needed.has(id)) return
  const bare = withoutTexts(schema)
  needed.set(id, bare)
  for (const reference of referencesOf(bare)) take(new URL(reference, id).href.replace(/#.*$/, ''))
}

function withoutTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTexts)
  if (!isObject(schema)) return schema
  const kept = Object.entries(schema).filter(([name]) => !TEXTS.includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, keptValue(name, value)]))
}

function keptValue(name: string, value: unknown): unknown {
  if (!NAMED.includes(name) || !isObject(value)) return withoutTexts(value)
  return Object.fromEntries(Object.entries(value).map(([member, schema]) => [member, withoutTexts(schema)]))
}

function referencesOf(value: unknown): string[] {
  if (!isObject(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === '$ref' && typeof each === 'string' ? [each] : referencesOf(each),
  )
}

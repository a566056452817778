/** The names of groups, campaigns, products and variants that changes have numbers of. */

import { Problem } from '../../../ui/request.js'
import { shortText } from '../../format/short-text.js'
import { readGroups } from '../customers/group-names.js'
import { readByIds } from '../products/find-products.js'
import { variantSource } from '../products/pick-sources.js'
import { campaignName, readCampaignNames } from '../promotions/campaign-names.js'

/** @typedef {import('../../app.js').App} App */
/** A field with its values, which are absent where they are not kept. @typedef {{ field: string, from?: unknown, to?: unknown }} FieldChange */
/** @typedef {'group' | 'campaign' | 'product' | 'variant'} Kind */
/** Names by kind and number; null for a number that nothing has. @typedef {ReadonlyMap<string, string | null>} Names */

/** @type {[RegExp, Kind][]} */
const KINDS = [
  [/(^|\.)customerGroupIds?$/, 'group'],
  [/(^|\.)campaignId$/, 'campaign'],
  [/(^|\.)productIds?$/, 'product'],
  [/(^|\.)variantIds?$/, 'variant'],
]

/** What the numbers of a field are of; undefined for other fields. @param {string} field */
export function kindIn(field) {
  return KINDS.find(([pattern]) => pattern.test(field))?.[1]
}

/** A number with the name that it has. @param {App} app @param {Names} names @param {Kind} kind @param {number} id */
export function namedText(app, names, kind, id) {
  const { picker: t, products } = app.texts()
  const name = names.get(keyOf(kind, id))
  const numbered = kind === 'product' ? products.product(String(id)) : t[kind](String(id))
  if (name === null) return t.missing(numbered)
  return name === undefined ? numbered : `${shortText(name)} (#${id})`
}

/**
 * Reads the names; those that cannot be read are left out.
 * @param {App} app
 * @param {string} target the record of the history
 * @param {FieldChange[]} changes
 * @returns {Promise<Names>}
 */
export async function readNames(app, target, changes) {
  const ids = idsIn(changes)
  const read = [
    groupNames(app, ids.group),
    campaignNames(app, ids.campaign),
    productNames(app, ids.product),
    pickedNames(app, ids.variant),
  ]
  const ofVariants = variantNames(app, target, changes)
  const all = await Promise.all([...read, ofVariants].map(each => each.catch(withoutNames)))
  return new Map(all.flat())
}

/** @param {unknown} error @returns {[string, string | null][]} */
function withoutNames(error) {
  if (error instanceof Problem) return []
  throw error
}

/** @param {FieldChange[]} changes @returns {Record<Kind, Set<number>>} */
function idsIn(changes) {
  const ids = { group: new Set(), campaign: new Set(), product: new Set(), variant: new Set() }
  for (const { field, from, to } of changes) for (const value of [from, to]) collect(ids, field, value)
  return ids
}

/** @param {Record<Kind, Set<number>>} ids @param {string} field @param {unknown} value */
function collect(ids, field, value) {
  const kind = kindIn(field)
  if (typeof value === 'number' && kind) ids[kind].add(value)
  else if (Array.isArray(value)) for (const each of value) collect(ids, field, each)
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) collect(ids, name, each)
}

/** @param {App} app @param {Set<number>} ids */
async function groupNames(app, ids) {
  if (ids.size === 0 || !app.can('catalogue:read')) return []
  const names = new Map((await readGroups(app)).map(({ id, name }) => [id, name]))
  return pairs('group', ids, id => names.get(id) ?? null)
}

/** @param {App} app @param {Set<number>} ids */
async function campaignNames(app, ids) {
  await readCampaignNames(app, [...ids])
  return pairs('campaign', ids, id => campaignName(app, id))
}

/** @param {App} app @param {Set<number>} ids */
async function productNames(app, ids) {
  if (ids.size === 0 || !app.can('catalogue:read')) return []
  const names = new Map((await readByIds(app.api.get, [...ids])).map(({ id, name }) => [id, name]))
  return pairs('product', ids, id => names.get(id) ?? null)
}

/** The variants of promotions. @param {App} app @param {Set<number>} ids */
async function pickedNames(app, ids) {
  const { namesOf } = variantSource(app)
  if (ids.size === 0 || !namesOf) return []
  const names = await namesOf([...ids])
  return pairs('variant', ids, id => names.get(id) ?? null)
}

/** The variants of the product whose history is read. @param {App} app @param {string} target @param {FieldChange[]} changes @returns {Promise<[string, string | null][]>} */
async function variantNames(app, target, changes) {
  const id = Number(/^product:(\d+)$/.exec(target)?.[1] ?? 0)
  if (id === 0 || !app.can('catalogue:read') || !changes.some(({ field }) => field.startsWith('variants.'))) return []
  const products = await readByIds(app.api.get, [id])
  return products.flatMap(({ variants }) =>
    variants.map(variant => /** @type {[string, string | null]} */ ([keyOf('variant', variant.id), variant.name])),
  )
}

/** @param {Kind} kind @param {Set<number>} ids @param {(id: number) => string | null | undefined} nameOf @returns {[string, string | null][]} */
function pairs(kind, ids, nameOf) {
  return [...ids].flatMap(id => {
    const name = nameOf(id)
    return name === undefined ? [] : [/** @type {[string, string | null]} */ ([keyOf(kind, id), name])]
  })
}

/** @param {Kind} kind @param {number} id */
function keyOf(kind, id) {
  return `${kind}:${id}`
}

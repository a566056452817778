/** Where brands, categories, tags, products and variants are picked from. */

import { numberText } from '../../../ui/format/money.js'
import { queryOf } from '../../url.js'
import { queriesFor, readByIds, readPage } from './find-products.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../ui/picked-list.js').Source} Source */
/** @typedef {import('../../ui/picked-list.js').Option} Option */
/** @typedef {import('./product-edits.js').Product} Product */
/** @typedef {import('./product-edits.js').TermKind} TermKind */
/** @typedef {{ term: string, count: number }} Term `count`: how many products have it */

/** Offers of one search. */
const MOST_OFFERS = 20
/** Pages that one search for terms reads, at most: each can have fewer than the search finds. */
const MOST_PAGES = 4
/** The greatest length of a term. */
const LONGEST_TERM = 255

/**
 * Finds terms of products that contain a text, with how many products have each; the first ones without a text.
 * @param {App} app
 * @param {TermKind} kind
 * @param {string} text
 * @returns {Promise<Term[]>}
 */
export async function findTerms(app, kind, text) {
  if ([...text].length > LONGEST_TERM) return []
  /** @type {Term[]} */
  const found = []
  let query = /** @type {string | null} */ (queryOf({ kind, q: text, limit: MOST_OFFERS }))
  for (let pages = 0; pages < MOST_PAGES && query !== null && found.length < MOST_OFFERS; pages++) {
    const { data, next } = await readPage(app.api.get, query, '/catalogue-terms')
    found.push(...data)
    query = next
  }
  return found.slice(0, MOST_OFFERS)
}

/** Brands, categories or tags; one that no product has can be typed. @param {App} app @param {TermKind} kind @returns {Source} */
export function termSource(app, kind) {
  const find = async (/** @type {string} */ text) => {
    const found = await findTerms(app, kind, text)
    return found.map(({ term, count }) => ({ value: term, text: term, note: countText(app, count) }))
  }
  return { find: app.can('catalogue:read') ? find : null, least: 0, read: linesOf, namesOf: null, textOf: String }
}

/** Terms of a promotion: those that no product has are told. @param {App} app @param {TermKind} kind @returns {Source} */
export function promotionTermSource(app, kind) {
  /** @param {(string | number)[]} terms */
  const namesOf = async terms => {
    const found = await Promise.all(terms.map(term => hasProducts(app, kind, String(term))))
    return new Map(terms.filter((_, at) => found[at]).map(term => [term, String(term)]))
  }
  return { ...termSource(app, kind), namesOf: app.can('catalogue:read') ? namesOf : null }
}

/** Whether products have a term, as the shop compares terms. @param {App} app @param {TermKind} kind @param {string} term */
async function hasProducts(app, kind, term) {
  const { data } = await readPage(app.api.get, queryOf({ [`filter[${kind}]`]: term, limit: 1 }))
  return data.length > 0
}

/** How many products have a term. @param {App} app @param {number} count */
export function countText(app, count) {
  const { picker: t, locale } = app.texts()
  return t.products(numberText(count, locale))
}

/** Products, by name, SKU or number. @param {App} app @returns {Source} */
export function productSource(app) {
  const find = async (/** @type {string} */ text) => (await findProducts(app, text)).map(optionOf)
  const namesOf = async (/** @type {(string | number)[]} */ ids) => {
    const products = await readByIds(app.api.get, ids.map(Number))
    return new Map(products.map(({ id, name }) => [/** @type {string | number} */ (id), name]))
  }
  const canRead = app.can('catalogue:read')
  return {
    ...{ find: canRead ? find : null, namesOf: canRead ? namesOf : null, least: 3, read: numbersOf },
    textOf: id => app.texts().products.product(String(id)),
    hasNumbers: true,
  }
}

/** Variants, by the name, SKU or number of their product. @param {App} app @returns {Source} */
export function variantSource(app) {
  const find = async (/** @type {string} */ text) => {
    const products = await findProducts(app, text)
    return products.flatMap(variantsOf).slice(0, MOST_OFFERS)
  }
  const namesOf = async (/** @type {(string | number)[]} */ ids) => {
    const products = await readByIds(app.api.get, ids.map(Number), 'filter[variantId]')
    const variants = products.flatMap(variantsOf)
    return new Map(variants.filter(({ value }) => ids.includes(value)).map(({ value, text }) => [value, text]))
  }
  const canRead = app.can('catalogue:read')
  return {
    ...{ find: canRead ? find : null, namesOf: canRead ? namesOf : null, least: 3, read: numbersOf },
    textOf: id => app.texts().picker.variant(String(id)),
    hasNumbers: true,
  }
}

/** @param {App} app @param {string} text @returns {Promise<Product[]>} */
async function findProducts(app, text) {
  const pages = await Promise.all(queriesFor(text, null).map(query => readPage(app.api.get, query)))
  const found = new Map(pages.flatMap(({ data }) => data).map(product => [product.id, product]))
  return [...found.values()].slice(0, MOST_OFFERS)
}

/** @param {import('./product-edits.js').Item} item @returns {Option} */
function optionOf({ id, name, sku }) {
  return { value: id, text: name, note: [sku, `#${id}`].filter(Boolean).join(' · ') }
}

/** @param {Product} product @returns {Option[]} */
function variantsOf({ name, variants }) {
  return variants.map(variant => ({ ...optionOf(variant), text: `${name}, ${variant.name}` }))
}

/** The terms of a text, one a line: a term may have commas. @param {string} text */
function linesOf(text) {
  return text
    .split(/[\n\r\t]+/)
    .map(each => each.trim())
    .filter(Boolean)
}

/** The numbers of a text that has nothing else. @param {string} text @returns {number[]} */
function numbersOf(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.every(each => /^[1-9]\d{0,14}$/.test(each)) ? parts.map(Number) : []
}

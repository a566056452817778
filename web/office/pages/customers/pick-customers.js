/** Where customers, their groups and their carts are picked from. */

import { numberText } from '../../../ui/format/money.js'
import { Problem } from '../../../ui/request.js'
import { queryOf } from '../../url.js'
import { subjectText } from '../carts/subjects.js'
import { nameOf } from './customer-names.js'
import { readGroups } from './group-names.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../ui/picked-list.js').Source} Source */
/** @typedef {import('../../ui/picked-list.js').Option} Option */
/** @typedef {import('../../ui/picked-list.js').Value} Value */
/** @typedef {import('./customer-names.js').Customer} Customer */

/** The filter by which customers are found by a text. */
const SEARCH = 'filter[search]'
/** Offers of one search. */
const MOST_OFFERS = 20
/** Customers of one request. */
const PAGE = 100

/** Finds customers by a text, and by a number. @param {App} app @param {string} text @returns {Promise<Customer[]>} */
export async function findCustomers(app, text) {
  const filters = [...(/^[1-9]\d{0,14}$/.test(text) ? [['filter[id]', text]] : []), [SEARCH, text]]
  const pages = await Promise.all(
    filters.map(([name = '', value]) =>
      app.api.get(`/customers${queryOf({ [name]: value, limit: MOST_OFFERS })}`).then(dataOf, noneFor),
    ),
  )
  const found = new Map(pages.flat().map(each => [each.id, each]))
  return [...found.values()].slice(0, MOST_OFFERS)
}

/** @param {{ data: Customer[] }} page */
function dataOf({ data }) {
  return data
}

/** A search for what the API does not take finds nothing. @param {unknown} error @returns {Customer[]} */
function noneFor(error) {
  if (error instanceof Problem && error.status === 400) return []
  throw error
}

/** The names of customers, by their numbers. @param {App} app @param {number[]} ids @returns {Promise<Map<Value, string>>} */
export async function namesOfCustomers(app, ids) {
  return new Map((await readCustomers(app, ids)).map(each => [each.id, nameOf(each, app.texts())]))
}

/** The customers who have these numbers. @param {App} app @param {number[]} ids @returns {Promise<Customer[]>} */
export async function readCustomers(app, ids) {
  const customers = []
  for (let at = 0; at < ids.length; at += PAGE) {
    const query = queryOf({ 'filter[id]': ids.slice(at, at + PAGE).join(','), limit: PAGE })
    customers.push(...(await app.api.get(`/customers${query}`)).data)
  }
  return customers
}

/** Customers, by name, email or number. @param {App} app @returns {Source} */
export function customerSource(app) {
  const canRead = app.can('customers:read')
  const find = async (/** @type {string} */ text) =>
    (await findCustomers(app, text)).map(each => customerOption(app, each, each.id))
  return {
    ...{ find: canRead ? find : null, least: 2, read: numbersOf, hasNumbers: true },
    namesOf: canRead ? ids => namesOfCustomers(app, ids.map(Number)) : null,
    textOf: id => app.texts().customers.customer(String(id)),
  }
}

/** For whom a promotion is judged: a customer, an email, or a guest, who is first. @param {App} app @returns {Source} */
export function shopperSource(app) {
  const { find, ...customers } = customerSource(app)
  const { guest } = app.texts().picker
  return {
    ...customers,
    find: async text => [
      ...(text === '' ? [{ value: GUEST, text: guest }] : []),
      ...(find && text !== '' ? await find(text) : []),
    ],
    least: 0,
    read: text => (/^[^\s@]+@[^\s@]+$/.test(text) ? [text] : numbersOf(text)),
    namesOf: async values => {
      const ids = values.filter(each => typeof each === 'number')
      const names = ids.length > 0 && customers.namesOf ? await customers.namesOf(ids) : new Map()
      for (const each of values) if (typeof each !== 'number') names.set(each, each === GUEST ? guest : each)
      return names
    },
    textOf: value => (typeof value === 'number' ? customers.textOf(value) : String(value)),
  }
}

/** Stands for a guest among shoppers. */
export const GUEST = 'guest'

/** Carts: those that changed last, and those of customers. @param {App} app @returns {Source} */
export function cartSource(app) {
  const ofCustomer = (/** @type {Customer} */ each) => customerOption(app, each, `member:${each.id}`)
  return {
    find: async text => {
      if (text === '') return lastCarts(app)
      return app.can('customers:read') ? (await findCustomers(app, text)).map(ofCustomer) : []
    },
    least: 0,
    read: text => [subjectIn(text)].filter(each => each !== null),
    namesOf: async subjects => {
      const ids = subjects.map(memberOf).filter(id => id > 0)
      const names = app.can('customers:read') && ids.length > 0 ? await namesOfCustomers(app, ids) : new Map()
      const texts = app.texts()
      return new Map(subjects.map(each => [each, names.get(memberOf(each)) ?? subjectText(String(each), texts)]))
    },
    textOf: each => subjectText(String(each), app.texts()),
  }
}

/** The carts that changed in the last day, the last one first. @param {App} app @returns {Promise<Option[]>} */
async function lastCarts(app) {
  const since = new Date(Date.now() - 86_400_000).toISOString()
  const { data } = await app.api.get(`/carts${queryOf({ 'filter[changedAfter]': since, limit: 200 })}`)
  const subjects = /** @type {{ subject: string, pieces: number }[]} */ (data).reverse().slice(0, MOST_OFFERS / 2)
  const texts = app.texts()
  const ids = subjects.map(({ subject }) => memberOf(subject)).filter(id => id > 0)
  const names = app.can('customers:read') && ids.length > 0 ? await namesOfCustomers(app, ids) : new Map()
  return subjects.map(({ subject, pieces }) => ({
    value: subject,
    text: names.get(memberOf(subject)) ?? subjectText(subject, texts),
    note: texts.promotions.preview.pieces(numberText(pieces, texts.locale)),
  }))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The owner of a cart that a text names by itself; null for any other text. @param {string} typed @example subjectIn('42') // 'member:42' */
export function subjectIn(typed) {
  const text = typed.trim()
  if (/^\d+$/.test(text)) return `member:${text}`
  if (UUID.test(text)) return `guest:${text.toLowerCase()}`
  return /^(member|guest|ucp):\S+$/.test(text) ? text : null
}

/** The number of the customer of a cart; 0 for another cart. @param {Value} subject */
function memberOf(subject) {
  return Number(/^member:(\d+)$/.exec(String(subject))?.[1] ?? 0)
}

/** @param {App} app @param {Customer} customer @param {Value} value @returns {Option} */
function customerOption(app, customer, value) {
  return { value, text: nameOf(customer, app.texts()), note: `${customer.email} · #${customer.id}` }
}

/** Groups of customers, by name. @param {App} app @returns {Source} */
export function groupSource(app) {
  const { picker: t, locale } = app.texts()
  const canRead = app.can('catalogue:read')
  const fold = (/** @type {string} */ text) => text.toLocaleLowerCase(locale)
  const find = async (/** @type {string} */ text) => {
    const groups = await readGroups(app)
    const fitting = groups.filter(({ id, name }) => fold(name).includes(fold(text)) || String(id) === text)
    return fitting.slice(0, MOST_OFFERS).map(({ id, name, customers }) => ({
      value: id,
      text: name,
      note: customers === null ? `#${id}` : `${t.customers(numberText(customers, locale))} · #${id}`,
    }))
  }
  return {
    ...{ find: canRead ? find : null, least: 0, read: numbersOf, hasNumbers: true },
    namesOf: canRead ? async () => new Map((await readGroups(app)).map(({ id, name }) => [id, name])) : null,
    textOf: id => t.group(String(id)),
  }
}

/** The numbers of a text that has nothing else. @param {string} text @returns {number[]} */
export function numbersOf(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.every(each => /^[1-9]\d{0,14}$/.test(each)) ? parts.map(Number) : []
}

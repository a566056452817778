/** Says in plain language what an event is, and where its records are. */

import { shortText } from '../../format/short-text.js'
import { isSegment, path } from '../../url.js'
import { fieldLabel } from '../history/change-text.js'

/** @typedef {import('./read-events.js').OfficeEvent} OfficeEvent */
/** @typedef {import('../../texts/texts.js').Texts} Texts */
/** @typedef {(scope: string) => boolean} Can */
/** @typedef {{ href: string, text: string }} EventLink */

/** The groups of types that the page filters by. */
export const GROUPS = ['checkout', 'customer', 'product', 'coupon', 'campaign', 'import', 'cart', 'ucp_cart', 'handoff']

/** The group of a type. @param {string} type */
export function groupOf(type) {
  return type.split('.')[0] ?? type
}

/**
 * The sentence. A type without one is shown as it is.
 * @param {OfficeEvent} event
 * @param {Pick<Texts, 'events'>} texts
 * @param {(id: number) => string | null | undefined} [campaignName] finds the name of a campaign, where it is known
 */
export function sentenceOf({ type, subject, data }, { events: t }, campaignName) {
  const id = campaignIn(subject)
  const name = id === null ? null : campaignName?.(id)
  const named = name ? t.named[type] : undefined
  if (name && named) return named(shortText(name, 80))
  if (type === 'product.sold_out' && typeof data.variantId === 'number')
    return t.variantSoldOut(shortText(nameOf(subject, data), 80), String(data.variantId))
  const sentence = t.sentences[type]
  if (!sentence) return type
  return sentence(shortText(nameOf(subject, data), 80))
}

/** The number of the campaign that an event is about. @param {string | null} subject */
export function campaignIn(subject) {
  const [, id] = /^campaign:([1-9]\d{0,14})$/.exec(subject ?? '') ?? []
  return id === undefined ? null : Number(id)
}

/** What the sentence is about. @param {string | null} subject @param {Record<string, any>} data */
function nameOf(subject, data) {
  if (typeof data.reference === 'string') return data.reference
  if (subject === null) return '—'
  return subject.slice(subject.indexOf(':') + 1)
}

/** Further facts: what to look at, and the numbers of an import. @param {OfficeEvent} event @param {Texts} texts @returns {string[]} */
export function factsOf({ type, data }, texts) {
  const { events: t, imports } = texts
  const facts = []
  if (typeof data.batch === 'string') facts.push(t.codes(shortText(data.batch), String(data.count)))
  if (data.overLimit === true) facts.push(t.overLimit)
  if (data.overStock === true) facts.push(t.overStock)
  if (Array.isArray(data.fields))
    facts.push(t.fields(data.fields.map(field => fieldLabel(String(field), texts)).join(', ')))
  if (type !== 'import.applied') return facts
  for (const [section, counts] of Object.entries(data.sections ?? {}))
    facts.push(t.section(imports.sections[section] ?? section, String(counts.created), String(counts.updated)))
  if (data.withdrawn?.products > 0) facts.push(t.withdrawn(String(data.withdrawn.products)))
  return facts
}

/** The pages of the records of an event, of those that the scopes allow. @param {OfficeEvent} event @param {Pick<Texts, 'events'>} texts @param {Can} can @returns {EventLink[]} */
export function linksOf({ subject, data }, { events: t }, can) {
  const links = []
  if (typeof data.reference === 'string') links.push(linkTo('checkouts', data.reference, t.links.checkout))
  const at = subject?.indexOf(':') ?? -1
  if (subject !== null && at > 0) links.push(...linksOfSubject(subject.slice(0, at), subject.slice(at + 1), t.links))
  return links
    .filter(link => link !== null && can(link.scope))
    .map(link => ({ href: link?.href ?? '', text: link?.text ?? '' }))
}

/** @param {string} kind @param {string} name @param {Texts['events']['links']} t */
function linksOfSubject(kind, name, t) {
  if (kind === 'member') return [linkTo('customers', name, t.customer), linkTo('carts', `member:${name}`, t.cart)]
  if (kind === 'guest') return [linkTo('carts', `guest:${name}`, t.cart)]
  if (kind === 'coupon') return [linkTo('coupons', name, t.coupon)]
  if (kind === 'campaign') return [linkTo('campaigns', name, t.campaign)]
  if (kind === 'product') return [linkTo('products', name, t.product)]
  return []
}

/** Scopes of the pages. @type {Record<string, string>} */
const scopes = {
  checkouts: 'checkouts:read',
  customers: 'customers:read',
  carts: 'carts:read',
  coupons: 'promotions:read',
  products: 'catalogue:read',
  campaigns: 'promotions:read',
}

/** @param {string} page @param {string} name @param {string} text */
function linkTo(page, name, text) {
  return isSegment(name) ? { href: `/office/${page}/${path`${name}`}`, text, scope: scopes[page] ?? '' } : null
}

/** The fields of a customer: as they are read, and as a form edits them. */

import { groupOptions } from './group-options.js'

/** @typedef {import('./customer-names.js').Customer} Customer */
/** @typedef {import('../../ui/field.js').FieldSpec} FieldSpec */

/** Texts that become `null` when their field is emptied. */
const TEXTS = /** @type {const} */ ([
  'name',
  'surname',
  'company',
  'mobilePhone',
  'businessPhone',
  'countryCode',
  'cityCode',
  'address',
  'externalId',
])
/** Texts in the order in which the record shows them. */
export const SHOWN = /** @type {const} */ (['email', ...TEXTS])
/** Fields that are numbers. */
const NUMBERS = ['customerGroupId', 'orderCount']
/** Fields that are true or false. */
export const SWITCHES = /** @type {const} */ ([
  'dealer',
  'freeCargo',
  'emailNotification',
  'smsNotification',
  'phoneCallNotification',
])

/** The fields of the form. @param {import('../../texts/texts.js').Texts} texts @param {import('./group-names.js').Group[] | null} groups to choose from; without any, the number is typed @param {string} group the number that the customer has @returns {FieldSpec[]} */
export function customerFields({ customers: t, picker }, groups, group) {
  const statuses = Object.entries(t.statuses)
  return [
    { name: 'email', label: t.email, type: 'email', isRequired: true },
    ...TEXTS.slice(0, 3).map(name => ({ name, label: t[name] })),
    { name: 'status', label: t.status, type: 'select', options: statuses, hint: t.statusHint },
    groups === null || groups.length > 0
      ? {
          ...{ name: 'customerGroupId', label: t.group, type: 'select' },
          options: groupOptions(groups, group, { none: t.noGroup, missing: id => picker.missing(picker.group(id)) }),
        }
      : { name: 'customerGroupId', label: t.groupId, hint: t.groupHint },
    ...TEXTS.slice(3, 7).map(name => ({ name, label: t[name] })),
    { name: 'address', label: t.address, type: 'textarea' },
    { name: 'externalId', label: t.externalId, hint: t.externalIdHint },
    { name: 'orderCount', label: t.orderCount, hint: t.orderCountHint, inputMode: 'numeric' },
    ...SWITCHES.map(name => ({ name, label: t[name], type: /** @type {const} */ ('checkbox') })),
  ]
}

/** What the fields of the form show. @param {Customer} customer @returns {Record<string, string | boolean>} */
export function valuesOf(customer) {
  const texts = TEXTS.map(name => [name, customer[name] ?? ''])
  const group = customer.customerGroupId === null ? '' : String(customer.customerGroupId)
  const switches = SWITCHES.map(name => [name, customer[name]])
  return {
    ...Object.fromEntries([...texts, ...switches]),
    email: customer.email,
    status: customer.status,
    customerGroupId: group,
    orderCount: String(customer.orderCount),
  }
}

/**
 * The fields that differ, as the API takes them: what another person has changed meanwhile in others stays.
 * @param {Customer} customer as it was read
 * @param {Record<string, string | boolean>} values of the form
 * @returns {Record<string, unknown>}
 */
export function changesOf(customer, values) {
  const before = valuesOf(customer)
  const changed = Object.entries(values).filter(([name, value]) => value !== before[name])
  return Object.fromEntries(changed.map(([name, value]) => [name, storedValue(name, value)]))
}

/** What takes a change back. @param {Customer} customer as it was @param {Record<string, unknown>} changes */
export function undoOf(customer, changes) {
  const before = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (customer))
  return Object.fromEntries(Object.keys(changes).map(name => [name, before[name]]))
}

/** What is no number is sent as it is, so that the API says what is wrong. @param {string} name @param {string | boolean} value */
function storedValue(name, value) {
  if (typeof value !== 'string' || name === 'email') return value
  const text = value.trim()
  if (text === '') return name === 'orderCount' ? 0 : null
  return NUMBERS.includes(name) && /^\d{1,15}$/.test(text) ? Number(text) : value
}

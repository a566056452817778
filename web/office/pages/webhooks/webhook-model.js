/** What a form and the API know of a webhook. */

/**
 * @typedef {object} Webhook
 * @property {string} name
 * @property {string} url
 * @property {string[]} types
 * @property {boolean} active
 * @property {'ok' | 'failing' | 'disabled'} state
 * @property {'switched_off' | 'gone' | 'failing' | null} disabledReason
 * @property {string | null} failingSince
 * @property {number} cursor
 * @property {number} pending
 * @property {number} lost
 * @property {string | null} nextAttemptAt
 * @property {{ at: string, status: number, eventId: number } | null} lastSuccess
 * @property {{ at: string, status: number | null, error: string | null, eventId: number } | null} lastFailure
 * @property {string} createdAt
 * @property {string} updatedAt
 * @property {string} [secret] in the answer that creates it
 */

/** Patterns that the form offers: all events, and groups of them. */
export const OFFERED = [
  '*',
  'checkout.*',
  'product.*',
  'customer.*',
  'cart.*',
  'ucp_cart.*',
  'handoff.*',
  'coupon.*',
  'campaign.*',
  'import.*',
]

const PREFIX = 'types/'

/** The patterns of a form: those that are offered, and others that a webhook has. @param {readonly string[]} types */
export function patternsFor(types) {
  return [...OFFERED, ...types.filter(each => !OFFERED.includes(each))]
}

/** The name of a pattern's field. @param {string} pattern */
export function fieldOf(pattern) {
  return `${PREFIX}${pattern}`
}

/** Reads the body of a webhook from a form. @param {Record<string, string | boolean>} values */
export function readWebhook(values) {
  const fields = Object.entries(values).filter(([name, value]) => name.startsWith(PREFIX) && value === true)
  return { url: String(values.url ?? '').trim(), types: fields.map(([name]) => name.slice(PREFIX.length)) }
}

/** The state, or that nothing was sent yet: only a delivery proves that a receiver takes events. @param {Webhook} webhook */
export function shownState({ state, lastSuccess }) {
  return state === 'ok' && lastSuccess === null ? 'unused' : state
}

/** How the state is to be shown. @param {Webhook} webhook @returns {'good' | 'warn' | 'plain'} */
export function kindOf(webhook) {
  const { disabledReason } = webhook
  const state = shownState(webhook)
  if (state === 'ok') return 'good'
  return state === 'unused' || disabledReason === 'switched_off' ? 'plain' : 'warn'
}

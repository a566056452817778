/** The conversation with the agent: what was said, the calls of tools that followed, and the cart of the agent. */

/** @typedef {{ type: string, code?: string, content: string, path?: string }} UcpMessage */
/** @typedef {{ type: string, amount: number }} UcpTotal amounts are in minor units of the currency */

/**
 * @typedef {object} UcpLine
 * @property {string} id
 * @property {{ id: string, title: string, price: number, image_url?: string }} item
 * @property {number} quantity
 * @property {UcpTotal[]} totals
 */

/**
 * A cart as the agents' door presents it.
 * @typedef {object} UcpCart
 * @property {string} id
 * @property {UcpLine[]} line_items
 * @property {string} currency
 * @property {UcpTotal[]} totals
 * @property {{ applied: { title: string }[] }} [discounts]
 * @property {UcpMessage[]} [messages]
 * @property {string} [continue_url]
 */

/**
 * A product of the agents' door.
 * @typedef {object} UcpProduct
 * @property {string} id
 * @property {string} title
 * @property {{ id: string, title: string, availability: { available: boolean } }[]} variants
 */

/**
 * A call of a tool, or another message to the server.
 * @typedef {object} Call
 * @property {string} name of the tool or the method
 * @property {string} about what it is called with, in short: a query, or the number of lines; may be empty
 * @property {import('../api.js').LogEntry} entry with the request, and with the response once it has arrived
 * @property {any} result the structured content; undefined before the response and after a refusal
 */

/** @typedef {{ code: string, content: string, name: string }} Remark a message about a line, or a total without a name */

/**
 * Something said, and what it led to.
 * @typedef {object} Turn
 * @property {number} id
 * @property {string | null} sentence null for a button
 * @property {Call[]} calls
 * @property {string[]} notFound what no product was found for
 * @property {Remark[]} remarks
 * @property {'filled' | 'emptied' | 'cancelled' | 'unclear' | 'nothing' | 'refused' | 'gone' | null} outcome null until there is one
 * @property {import('../api.js').Problem | null} problem the refused request that ended it
 */

/**
 * @typedef {object} Conversation
 * @property {Turn[]} turns
 * @property {UcpCart | null} cart
 * @property {boolean} isConnected whether the agent knows the server and its tools
 * @property {boolean} isBusy
 * @property {ReadonlySet<number>} expanded ids of log entries whose request and response are shown
 */

/** A conversation in which nothing has been said. @returns {Conversation} */
export function newConversation() {
  return { turns: [], cart: null, isConnected: false, isBusy: false, expanded: new Set() }
}

/** A turn to which nothing has been answered. @param {number} id @param {string | null} sentence @returns {Turn} */
export function newTurn(id, sentence) {
  return { id, sentence, calls: [], notFound: [], remarks: [], outcome: null, problem: null }
}

/**
 * The messages about a cart, with the names of the lines that they are about. Errors point into the request, warnings into the answer.
 * @param {readonly UcpMessage[]} messages
 * @param {{ sent: readonly { title: string }[], cart: UcpCart | null }} names
 * @returns {Remark[]}
 */
export function remarksOf(messages, { sent, cart }) {
  return messages.map(({ type, code = '', content, path = '' }) => {
    const index = Number(/^\$\.line_items\[(\d+)\]/.exec(path)?.[1] ?? -1)
    const name = type === 'error' ? sent[index]?.title : cart?.line_items[index]?.item.title
    return { code, content, name: name ?? '' }
  })
}

/** An amount in minor units as money. @param {number} amount @param {string} currencyCode @returns {import('../../ui/format/money.js').Money} */
export function moneyOf(amount, currencyCode) {
  const decimalPlaces = minorDigitsOf(currencyCode)
  const digits = String(Math.abs(amount)).padStart(decimalPlaces + 1, '0')
  const whole = digits.slice(0, digits.length - decimalPlaces)
  const text = decimalPlaces === 0 ? whole : `${whole}.${digits.slice(-decimalPlaces)}`
  return { amount: amount < 0 ? `-${text}` : text, currencyCode, decimalPlaces }
}

/** The digits of the minor unit of ISO 4217; 2 for a code that is none. @param {string} currency */
function minorDigitsOf(currency) {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** How customers are named and described. */

import { html } from '../../../ui/html.js'
import { Badge } from '../../ui/badge.js'

/** @typedef {import('../../../../src/customers/customer.document.ts').CustomerDocument} Customer */

/** The name of a customer; the number without one. @param {Customer} customer @param {import('../../texts/texts.js').Texts} texts */
export function nameOf({ id, name, surname }, { customers }) {
  return [name, surname].filter(Boolean).join(' ') || customers.customer(String(id))
}

/** Whether a customer can shop. @param {{ texts: import('../../texts/texts.js').Texts, status: Customer['status'] }} props */
export function StatusBadge({ texts, status }) {
  const kind = status === 'active' ? 'good' : 'warn'
  return html`<${Badge} kind=${kind}>${texts.customers.statuses[status]}<//>`
}

/** Operation docs of the link of an agent's cart, with examples. */

import type { OperationDocs } from '../../http/operation-docs.ts'

/** GET /checkout/continue. */
export const continueCart: OperationDocs = {
  name: 'continueCart',
  section: 'Checkout handoff',
  summary: 'Open the link of a cart that a shopping agent has filled',
  description:
    'The `continue_url` of the cart. Anybody may open it, as often as they like, until the cart expires. The products are added to the cart of the browser’s session; without a session a guest’s begins. The same revision of the agent’s cart adds nothing a second time, and a later one what it has more of. Every outcome except 429 is a redirect to the default path, which `?continue=` tells that the link is dead (`gone`), that the shop is closed to guests (`closed`), or that the link cannot be opened now (`unavailable`). Requests that have content, and those marked as prefetch, do nothing.',
  readsSession: true,
  otherResponses: { 302: null },
  headers: { 302: ['Location', 'Set-Cookie', 'Referrer-Policy'], 429: ['Referrer-Policy'] },
  examples: {
    dead: {
      summary: 'A link to no living cart',
      given: 'any client',
      params: { c: 'c0ffee' },
      status: 302,
    },
  },
}

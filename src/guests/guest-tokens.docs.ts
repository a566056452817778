/** API documentation of the guest tokens. */

import type { OperationDocs } from '../http/operation-docs.ts'

/** POST /guest-tokens. */
export const createGuestToken: OperationDocs = {
  name: 'createGuestToken',
  section: 'Guests',
  summary: 'Create or renew a guest’s token',
  description:
    'Without a token, a new guest begins. With the token of a guest, also an expired one, the same guest gets a new token; the earlier token stays valid until it expires. A guest who has logged in gets 401 `guest_cancelled`.',
  examples: {
    fresh: { summary: 'A new guest', given: 'an app without a token', status: 201 },
    renewed: { summary: 'The same guest, with a new token', given: 'a guest whose token Sepet issued', status: 201 },
  },
}

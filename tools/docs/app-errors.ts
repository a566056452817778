/** What an app does after each error code that it can meet, from which `npm run docs` writes the table of docs/mobile.md. */

import { type RefusalCode, statusOf } from '../../src/errors.ts'

/** Codes after which an app does the same. The text is Markdown; links are relative to docs/. */
interface Advice {
  codes: RefusalCode[]
  reaction: string
}

/** The advice for every code of the operations that apps call; a test compares them with the API description. */
export const appErrors: readonly Advice[] = [
  {
    codes: ['rate_limited', 'overloaded', 'cart_busy', 'database_busy', 'unavailable'],
    reaction: 'wait, and repeat by [rule 7](#7-repeat-what-may-be-repeated-and-wait-before)',
  },
  {
    codes: ['token_invalid'],
    reaction: 'renew the token of the guest, or get another of the member, and send the request again, once',
  },
  {
    codes: ['guest_cancelled'],
    reaction:
      'ask the shopper to log in, or to begin with an empty cart: the guest has logged in elsewhere ([rule 4](#4-merge-the-guest-at-login))',
  },
  { codes: ['customer_not_active'], reaction: 'log the shopper out: the account is inactive, banned or deleted' },
  {
    codes: ['customer_unknown'],
    reaction: 'the account is new and not in Sepet yet: try again later, and tell the shop',
  },
  { codes: ['guest_checkout_closed'], reaction: 'lead the shopper to the login: only members may buy' },
  { codes: ['precondition_failed'], reaction: 'show the cart of `meta.cart`, and let the shopper decide (rule 9)' },
  {
    codes: ['item_not_found'],
    reaction: 'read the cart: the line was removed; a repeated removal has succeeded (rule 7)',
  },
  { codes: ['campaign_not_available'], reaction: 'read the cart, and show its `campaigns`' },
  { codes: ['guest_token_invalid', 'guest_merged_elsewhere'], reaction: 'rule 4' },
  { codes: ['cart_full'], reaction: 'let the shopper remove lines; a merge leaves both carts as they are' },
  {
    codes: ['product_not_on_sale', 'variant_required', 'variant_invalid', 'quantity_too_large', 'note_too_long'],
    reaction: 'tell the shopper in words of the app; `source.pointer` names the field',
  },
  {
    codes: ['field_required', 'field_invalid'],
    reaction: 'show the field of `source.pointer`, such as a quantity above 100,000; otherwise a defect of the app',
  },
  {
    codes: ['request_timeout', 'internal_error'],
    reaction: 'tell the shopper that it failed; the next try of an add has the same key',
  },
  {
    codes: [
      ...(['malformed_request', 'malformed_json', 'invalid_encoding', 'parameter_invalid'] as const),
      ...([
        'precondition_unsupported',
        'token_missing',
        'wrong_token_kind',
        'insufficient_scope',
        'not_found',
      ] as const),
      ...(['method_not_allowed', 'not_acceptable', 'payload_too_large', 'unsupported_media_type'] as const),
      ...(['idempotency_key_reused', 'headers_too_large'] as const),
    ],
    reaction: 'a defect of the app or of its configuration: [the causes](errors.md); report it with `X-Request-Id`',
  },
]

/** @returns a table with a row for each advice */
export function describeAppErrors(): string {
  const rows = appErrors.map(({ codes, reaction }) => {
    const statuses = [...new Set(codes.map(code => statusOf({ code })))].sort((a, b) => a - b)
    return `| ${statuses.join(', ')} | ${codes.map(code => `\`${code}\``).join(', ')} | ${reaction} |`
  })
  return ['| Status | Code | What the app does |', '|---|---|---|', ...rows, ''].join('\n')
}

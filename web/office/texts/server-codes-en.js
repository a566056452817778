/** Sentences for refusals that any page may meet, in English. */

/** @type {typeof import('./server-codes-tr.js').serverCodesTr} */
export const serverCodesEn = {
  not_found: 'There is nothing at this address. Open the page at the address that the server has printed.',
  method_not_allowed: 'The server does not know this operation. Load the page again.',
  malformed_request: 'The request could not be read. Load the page again, and try once more.',
  malformed_json: 'The file or the request is not valid JSON.',
  invalid_encoding: 'The text is not UTF-8.',
  not_acceptable: 'The server cannot answer in this format.',
  headers_too_large: 'The request is too large. Delete the cookies of this site in the browser, and try again.',
  precondition_unsupported: 'The server does not support this condition. Load the page again.',
  internal_error: 'Something failed on the server. Try again in a moment.',
  cart_busy: 'Another request is changing the cart. Try again in a moment.',
  token_invalid: 'Your session is not valid. Sign in again.',
  wrong_token_kind: 'This session does not allow that.',
  customer_not_eligible: 'The customer is not active, so this was not done.',
  sku_ambiguous: 'Several records have this SKU. Use the number of the product.',
  ids_exhausted: 'No numbers are left for new records.',
  bulk_size_invalid: 'The number of records is too small or too large.',
}

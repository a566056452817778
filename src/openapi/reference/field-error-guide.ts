/** Cause and cure of the error codes of what a request names or says, those from `field_required` to `address_not_allowed`. */

/** Markdown texts; links are relative to docs/. */
export interface Advice {
  cause: string
  cure: string
}

const CHOOSE_ID = 'look the id up in [the list of products](catalogue.md#the-list)'

/** The advice for each code, in the order of `src/errors.ts`. */
export const fieldErrorGuide = {
  field_required: {
    cause: 'The field at `source.pointer` is missing; an empty pointer is the whole body.',
    cure: 'Send the field; `detail` states its rule.',
  },
  field_invalid: {
    cause: 'The field at `source.pointer`, or in the line `meta.line` of a file, has an invalid value.',
    cure: 'Correct the value; `detail` states its rule. Numbers are not coerced: `"5"` is a text.',
  },
  product_not_on_sale: {
    cause: 'No product on sale has this id.',
    cure: 'Tell the shopper, and read the product again from your shop.',
  },
  variant_required: {
    cause: 'The product has variants, and the request names none.',
    cure: 'Let the shopper choose, and send `variantId`.',
  },
  variant_invalid: {
    cause: 'The product has no such variant on sale, or has no variants.',
    cure: 'Read the product again from your shop; leave `variantId` out where the product has no variants.',
  },
  quantity_too_large: {
    cause: 'The line would exceed 100,000 pieces.',
    cure: 'Send a smaller quantity; `detail` states the present one.',
  },
  cart_empty: {
    cause: 'The cart of the subject has no lines, so it cannot be held.',
    cure: 'Read the session, and show the empty cart.',
  },
  cart_full: {
    cause: 'The cart would exceed `CART_MAX_LINES` lines, by an item or by a merge.',
    cure: 'Let the shopper remove lines, then repeat. A login also works with `"merge": false`.',
  },
  note_too_long: {
    cause: 'The note exceeds [the limit of the shop](shop-settings.md).',
    cure: 'Shorten the note, or raise `orderNoteMaxLength` or `giftNoteMaxLength`.',
  },
  campaign_not_available: {
    cause: 'The cart does not list the campaign now.',
    cure: 'Read the cart, and choose from its `campaigns`.',
  },
  guest_token_invalid: {
    cause: '`guestToken` is not a valid token of a guest with the scope `storefront:cart`.',
    cure: 'Renew the token and repeat, once; after a second refusal there is nothing to merge.',
  },
  guest_merged_elsewhere: {
    cause: 'The guest was merged into another member.',
    cure: "Delete the guest's token.",
  },
  ids_exhausted: {
    cause: 'A customer was imported with almost the greatest id, so no further id exists.',
    cure: 'Create further customers by imports, with ids of their own, or restore a backup from before that import.',
  },
  bulk_size_invalid: {
    cause: 'The list has no entries, or more than the endpoint takes.',
    cure: 'Split the list; `detail` states the limit.',
  },
  email_taken: {
    cause: 'Another customer has this email.',
    cure: 'Find the customer by `filter[email]`, and update that record.',
  },
  external_id_taken: {
    cause: 'Another customer has this external id.',
    cure: 'Find the customer by `filter[externalId]`; clear the id there before it is given to another customer.',
  },
  customer_group_not_found: {
    cause: 'No customer group has this id.',
    cure: 'Import the group in a shop file, or leave the field out.',
  },
  customer_not_eligible: {
    cause: 'The customer of the login is unknown, inactive or banned. The earlier session stays.',
    cure: "Log in a customer whose `status` is `active`; compare your shop's customers with Sepet's.",
  },
  product_unknown: { cause: 'No product has this id or SKU.', cure: `Correct it: ${CHOOSE_ID}.` },
  variant_unknown: { cause: 'The product has no variant with this id or SKU.', cure: `Correct it: ${CHOOSE_ID}.` },
  sku_ambiguous: {
    cause: 'Several products or variants have this SKU.',
    cure: `Name the product or variant by its id: ${CHOOSE_ID}.`,
  },
  prices_relabelled: {
    cause:
      'The import changes `currencyCode`, `decimalPlaces` or `pricesIncludeVat` while products are stored: every price would [mean something else](importing.md#settings-that-relabel-prices). Nothing is imported.',
    cure: 'Leave the setting as it is; or change it with `?allowCurrencyChange=true`, and import the prices of all products.',
  },
  idempotency_key_reused: {
    cause: 'The key was sent before with another product, variant or quantity.',
    cure: 'Use a new key for each add, and the same key only to [repeat](cart.md#repeating-requests) it.',
  },
  address_not_allowed: {
    cause: 'Every address of the host is private or otherwise not public.',
    cure: 'Name a public host, or allow its network in [`WEBHOOK_ALLOWED_NETWORKS`](webhooks.md#addresses).',
  },
} satisfies Record<string, Advice>

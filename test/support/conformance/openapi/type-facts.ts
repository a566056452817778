/** Facts about the types of a generated client: each is one line of TypeScript that compiles only where the fact holds. */

/** Schemas that the facts name, which an adapter's `schemas.ts` exports. */
export const factSchemas = [
  'CartAfterAdding',
  'CartAnswer',
  'CartItem',
  'Money',
  'NewCustomer',
  'ProductChange',
] as const

/** Pairs of equal types, by the fact. */
const facts: Readonly<Record<string, [type: string, same: string]>> = {
  'an amount is text': [`Money['amount']`, 'string'],
  'decimal places are a number': [`Money['decimalPlaces']`, 'number'],
  'the variant of a line is a number or null': [`CartItem['attributes']['variantId']`, 'number | null'],
  'a note of a line is text or null': [`CartItem['attributes']['giftNote']`, 'string | null'],
  'a line has a price': [`CartItem['attributes']['unitPrice']`, 'Money'],
  'a total to pay is money or absent': [`CartAnswer['data']['attributes']['grandTotal']`, 'Money | undefined'],
  'a subtotal is never absent': [`CartAnswer['data']['attributes']['subtotal']`, 'Money'],
  'the response to an add names the line': [`CartAfterAdding['meta']['affectedItemId']`, 'string'],
  'a customer is sent with an email, null or nothing': [`NewCustomer['email']`, 'string | null | undefined'],
  'a price is sent as text, null or nothing': [`ProductChange['price']`, 'string | null | undefined'],
}

const opening = [
  `import type { ${factSchemas.join(', ')} } from './schemas.ts'`,
  'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false',
]

/** The text of the file of facts. */
export const factsText = [
  ...opening,
  ...Object.values(facts).map(([type, same], index) => `export const fact${index}: Same<${type}, ${same}> = true`),
  '',
].join('\n')

/** Returns each fact with the compiler errors at its line. */
export function judgeFacts(errors: readonly { line: number; text: string }[]): { name: string; failure?: string }[] {
  return Object.keys(facts).map((name, index) => {
    const found = errors.find(({ line }) => line === opening.length + index + 1)
    return { name, ...(found && { failure: found.text }) }
  })
}

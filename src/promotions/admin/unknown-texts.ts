/** Texts of warnings about what a saved promotion names and the shop does not have. */

import { CATALOGUE_TERMS } from '../../api-paths.ts'
import { TERM_KINDS } from '../../model/term.ts'
import type { UnknownName } from '../../shop/find-unknown.sql.ts'
import { messageOf } from '../../shop-file/findings.ts'
import { unknownTexts } from '../../shop-file/promotion-document.ts'

/** Returns the text for a name of nothing; that of a term has the term, and where to look it up. */
export function unknownText({ kind, name }: Pick<UnknownName, 'kind' | 'name'>): string {
  const what = unknownTexts[kind]
  if (!TERM_KINDS.some(each => each === kind)) return what
  const cure = `GET ${CATALOGUE_TERMS}?kind=${kind} lists those in use`
  return messageOf({ message: `${what}: ${cure}`, value: String(name) })
}

/** Texts about ids of variants, by the JSON pointer of the lists that have them. */
export const NO_VARIANT_OF_PRODUCTS = {
  '/conditions': 'has no variant of productIds: the promotion covers nothing',
  '/reward/target': 'has no variant of productIds: the promotion discounts nothing',
} as const

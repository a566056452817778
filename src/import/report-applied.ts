/** Findings about an applied import: what was left out, what was reset, and what files do not say. */

import { type Findings, fieldAt } from '../shop-file/findings.ts'
import type { Applied } from './apply-import.ts'
import { SHOP_FILE } from './detect-source.ts'
import type { StagedFile } from './staging/stage-files.ts'
import type { Unsaid } from './staging/unsaid.store.ts'
import type { ProductReset } from './staging/withdraw.store.ts'

const UNLABELLED =
  'has products with a VAT rate above 0, and the shop has never set pricesIncludeVat: their prices count as prices without VAT; import a shop file with {"shop": {"settings": {"pricesIncludeVat": true}}} and --allow-currency-change if they include it, or with false'

/** Adds the findings of an applied import. */
export function reportApplied(applied: Applied, files: StagedFile[], findings: Findings): void {
  const { leftOut, resets, unsaid, partly, unknownNames, unlabelled } = applied
  for (const { file, message, value, count, places } of leftOut) {
    const place = { file: files[file]?.file ?? '', at: places[0] ?? '' }
    findings.skip(place, message, { count, places, ...(value !== null && { value }) })
  }
  for (const reset of resets) warnOfReset(reset, files, findings)
  for (const { file, message, value, count, places } of [...partly, ...unknownNames]) {
    const place = { file: files[file]?.file ?? '', at: places[0] ?? '' }
    findings.warning(place, message, { count, places, ...(value !== null && { value }) })
  }
  for (const each of unsaid) warnOfUnsaid(each, files[each.file], findings)
  if (unlabelled) findings.warning({ file: unlabelled.file, at: '' }, UNLABELLED)
}

const resetMessages: Record<ProductReset['field'], string> = {
  vatRate: 'is left out: the stored VAT rate changes to 0',
  tierPrices: 'is left out: the stored prices by quantity are removed',
  variants: 'is left out: the stored variants go off sale',
}

function warnOfReset({ field, file, place, count }: ProductReset, files: StagedFile[], findings: Findings): void {
  const source = files[file]
  findings.warning({ file: source?.file ?? '', at: fieldAt(place, `/${field}`) }, resetMessages[field], { count })
}

/** Completes a sentence such as "Stock: is not said of 12 new items: …". */
function warnOfUnsaid({ field, value, count }: Unsaid, source: StagedFile | undefined, findings: Findings): void {
  if (!source || source.format === SHOP_FILE) return
  const at = source.columns?.[field] ?? field
  const items = count === 1 ? '1 new item' : `${count} new items`
  const message =
    field === 'vatRate'
      ? `gives no VAT rate of ${items}: ${rateOf(value)}`
      : `is not said of ${items}: ${outcomes[field](value)}`
  findings.warning({ file: source.file, at }, message)
}

const outcomes: Record<Exclude<Unsaid['field'], 'vatRate'>, (value: string) => string> = {
  stock: value =>
    value === '0'
      ? 'their stock is 0, although the file says that it is tracked; export the quantities, or set them'
      : `they count as not tracked, with a stock of ${value}`,
  onSale: value => (value === '1' ? 'they are on sale' : 'they are not on sale'),
}

function rateOf(value: string): string {
  return value === '0' ? 'it is 0; give one by --vat-rate 20, over HTTP by ?vatRate=20' : `it is ${value}`
}

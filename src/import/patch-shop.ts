/** The shop after an import: its settings with the changes of all files, and the changes that relabel stored prices. */

import type { Shop } from '../shop/shop.ts'
import type { Finding } from '../shop-file/findings.ts'
import type { ShopPatch } from '../shop-file/imported-records.ts'

/** A file and the settings that it changes, if any. */
interface PatchingFile {
  file: string
  shop: ShopPatch | null
}

/** Returns the shop with the changes of the files, in their order. */
export function patchShop(stored: Shop, files: readonly PatchingFile[]): Shop {
  return files.flatMap(({ shop }) => shop ?? []).reduce(withPatch, stored)
}

function withPatch(shop: Shop, patch: ShopPatch): Shop {
  return { ...shop, ...patch, settings: { ...shop.settings, ...patch.settings } }
}

/** The settings that give every stored price its meaning. */
const labels: { at: string; valueIn: (shop: ShopPatch) => string | number | boolean | undefined }[] = [
  { at: '/shop/currencyCode', valueIn: ({ currencyCode }) => currencyCode },
  { at: '/shop/decimalPlaces', valueIn: ({ decimalPlaces }) => decimalPlaces },
  { at: '/shop/settings/pricesIncludeVat', valueIn: ({ settings }) => settings?.pricesIncludeVat },
]

/**
 * Finds the settings that relabel stored prices: those whose value after all files differs from the stored one. Each is at the last file that
 * sets it.
 */
export function relabelledFields(
  stored: Shop,
  files: readonly PatchingFile[],
): Pick<Finding, 'file' | 'at' | 'message'>[] {
  const patched = patchShop(stored, files)
  return labels.flatMap(({ at, valueIn }) => {
    // Only `pricesIncludeVat` may never have been set, which counts as false.
    const [before, after] = [valueIn(stored) ?? false, valueIn(patched) ?? false]
    const source = files.findLast(({ shop }) => shop !== null && valueIn(shop) !== undefined)
    return source && before !== after ? { file: source.file, at, message: relabelMessage(before, after) } : []
  })
}

/** Completes the sentence that begins with the name of a setting. */
export function relabelMessage(before: string | number | boolean, after: string | number | boolean): string {
  return `would change from ${JSON.stringify(before)} to ${JSON.stringify(after)}, which relabels the prices of stored products: permit it by --allow-currency-change, or over HTTP by ?allowCurrencyChange=true`
}

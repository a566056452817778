/** The tiers of a discount: as rows that are typed, and as the API has them. */

import { decimalOf, integerOf } from '../../format/typed-decimal.js'

/** @typedef {import('./field-kinds.js').TierRow} TierRow */
/** @typedef {{ from: string | number, value: string }} Tier */

/** The rows of tiers in the form. @param {import('./field-kinds.js').Values[string] | undefined} value */
export function rowsIn(value) {
  return /** @type {TierRow[]} */ (Array.isArray(value) ? value : [])
}

/** The rows of tiers. @param {readonly Tier[] | null | undefined} tiers @param {string} mark of decimals @returns {TierRow[]} */
export function rowsOf(tiers, mark) {
  const shown = (/** @type {string | number} */ value) => String(value).replace('.', mark)
  return (tiers ?? []).map(({ from, value }) => ({ from: shown(from), value: shown(value) }))
}

/** The tiers of rows, in ascending order, without rows in which nothing is. @param {readonly TierRow[]} rows @param {string} by `total` or `quantity` @param {string} mark @returns {Tier[]} */
export function tiersOf(rows, by, mark) {
  return settledRows(rows, mark).map(({ from, value }) => ({
    from: by === 'quantity' ? integerOf(from.trim()) : decimalOf(from.trim(), mark),
    value: decimalOf(value.trim(), mark),
  }))
}

/** The rows as they are saved: in ascending order, without those in which nothing is. A row whose beginning is no number is one of the last. @param {readonly TierRow[]} rows @param {string} mark */
export function settledRows(rows, mark) {
  const filled = rows.filter(({ from, value }) => from.trim() !== '' || value.trim() !== '')
  return filled.sort((one, other) => startOf(one, mark) - startOf(other, mark) || 0)
}

/** Decimals of money fit a number well enough to be sorted. @param {TierRow} row @param {string} mark */
function startOf({ from }, mark) {
  const text = decimalOf(from.trim(), mark)
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.MAX_VALUE
}

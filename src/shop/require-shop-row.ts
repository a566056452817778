/** The row of the shop, which every database has after `sepet migrate`. */

/**
 * Returns a row that is read with the shop's.
 * @throws Error when there is none, because the database was not migrated
 */
export function requireShopRow<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The shop row is missing: run `sepet migrate`.')
  return row
}

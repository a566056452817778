/** Records what an import changes of the settings of the shop, its shipping companies and its payment methods. */

import type { Queries } from '../../db/database.ts'
import { changesBetween, type Fields, fieldsOf } from '../../history/history.ts'
import { recordChanges } from '../../history/record-changes.sql.ts'
import type { Author } from '../../model/author.ts'

/** Reads the settings with their companies and methods by their ids. */
export async function readSettings({ kysely }: Queries): Promise<Fields> {
  const shop = await kysely.selectFrom('shop').select('document').where('id', '=', 1).executeTakeFirst()
  const listed = (table: 'shipping_companies' | 'payment_methods') =>
    kysely.selectFrom(table).select(['id', 'document']).orderBy('id').execute()
  const byId = (rows: { id: number; document: string }[]) =>
    Object.fromEntries(rows.map(({ id, document }) => [id, JSON.parse(document) as object]))
  return fieldsOf({
    ...(JSON.parse(shop?.document ?? '{}') as object),
    shippingCompanies: byId(await listed('shipping_companies')),
    paymentMethods: byId(await listed('payment_methods')),
  })
}

/** Records the change of the settings, once they are saved. */
export async function recordSettings(
  queries: Queries,
  before: Fields,
  { author, now }: { author: Author; now: number },
): Promise<void> {
  const changes = changesBetween(before, await readSettings(queries))
  await recordChanges(queries, [{ target: 'shop', at: now, author, changes }])
}

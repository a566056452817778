/** Migration 0043: adds the shipping that a checkout charges beside its grand total, and the indexes of orders, cancellations and returns by their time. */

import { type Kysely, sql } from 'kysely'

/** What results and the turnover read of an order. SQLite computes the last two columns from the document, but for a row of an index that has them. */
const SOLD = 'coupon_code, campaign_id, bound_campaign_id, further_campaigns, grand_total, separate_shipping'

/**
 * The database computes the column from the document, as `grand_total`: instances of the previous version hold a cart again without naming it.
 * PostgreSQL stores it, and so rewrites the table; SQLite keeps it in the indexes.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const isSqlite = engine === 'sqlite'
  const statements = [
    `alter table checkouts add column separate_shipping text
      generated always as (${separateShipping[engine]}) ${isSqlite ? 'virtual' : 'stored'}`,
    ...(isSqlite
      ? [
          'drop index checkouts_totals',
          'create index checkouts_totals on checkouts (reference, grand_total, separate_shipping)',
          'drop index checkouts_completed',
          `create index checkouts_completed on checkouts (completed_at, ${SOLD})
            where state = 'completed' and completed_at is not null`,
        ]
      : []),
    `create index checkouts_cancelled on checkouts (completed_at${isSqlite ? ', grand_total, separate_shipping' : ''})
      where state = 'cancelled' and completed_at is not null`,
    'create index checkout_returns_at on checkout_returns (at, reference, number)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * The `cargoPrice` of the document, null where the grand total includes it: that is then more than the lines after discounts. Amounts are compared by
 * their last 15 digits, of which no amount has too many. Carts of versions without VAT do not tell: theirs is charged beside the grand total.
 */
function shippingOf(amount: (path: string) => string, units: (path: string) => string): string {
  const grandTotal = units('data.attributes.grandTotal')
  const lines = `${units('data.meta.vat.subtotalWithVat')} - coalesce(${units('data.attributes.discountTotal')}, 0)`
  return `case when coalesce((${grandTotal} - (${lines})) % 1000000000000000, 0) = 0
    then ${amount('data.attributes.cargoPrice')} end`
}

const amountIn = {
  sqlite: (path: string) => `json_extract(document, '$.${path}.amount')`,
  postgres: (path: string) => `(cast(document as json) #>> '{${path.replaceAll('.', ',')},amount}')`,
}

const separateShipping = {
  sqlite: shippingOf(
    amountIn.sqlite,
    path => `cast(substr(replace(${amountIn.sqlite(path)}, '.', ''), -15) as integer)`,
  ),
  postgres: shippingOf(
    amountIn.postgres,
    path => `cast(right(replace(${amountIn.postgres(path)}, '.', ''), 15) as bigint)`,
  ),
}

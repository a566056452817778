/** The settings of stocks within a transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonMember } from '../../db/json-member.sql.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { countsStock } from './counts-stock.ts'

/** Whether the stock guard counts, by the settings as stored now. */
export async function loadStockGuard(queries: Queries): Promise<boolean> {
  return countsStock(await loadSettings(queries))
}

/** Whether the shop sells at negative stock, by the settings as stored now. */
export async function loadSellsAtNegativeStock(queries: Queries): Promise<boolean> {
  return (await loadSettings(queries)).sellAtNegativeStock
}

async function loadSettings(queries: Queries): Promise<ShopSettings> {
  const [row] = await selectSettings(queries, {})
  return JSON.parse(requireShopRow(row).settings) as ShopSettings
}

const selectSettings = prepared<object, { settings: string }>(
  (_parameter, engine) =>
    sql`select ${jsonMember(engine, 'shop.document', 'settings')} as settings from shop where id = 1`,
)

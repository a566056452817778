/** Migration 0033: stores the codes of coupons as they are compared now: in NFKC, without characters that nobody sees. */

import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** A coupon, by the key under which it is stored. */
interface Named {
  key: string
  code: string
}

/** Codes per statement, so that memory stays bounded. */
const BATCH = 1_000
/** Characters that are kept of a code that gets a number: with it a code has 100 at most. */
const KEPT = 90

/** Stores the coupons, and what names them, under the new keys. A coupon whose key another one has gets a number behind its code. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // No import and no change of a coupon meanwhile.
  if (engine === 'postgres') await sql`select 1 from shop where id = 1 for update`.execute(db)
  const changed = await findChanged(db, engine)
  if (changed.length === 0) return
  // On Citus, copied and distributed tables change in one transaction; without it the setting has no meaning.
  if (engine === 'postgres') await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(db)
  for (const coupon of changed) {
    const now = await findFreeCode(db, coupon.code)
    if (now.code !== coupon.code) await rename(db, coupon.key, now.code)
    await move(db, coupon.key, now.key)
  }
}

async function findChanged(db: Kysely<unknown>, engine: Engine): Promise<Named[]> {
  const code = engine === 'postgres' ? sql`cast(document as json) ->> 'code'` : sql`document ->> '$.code'`
  const changed: Named[] = []
  for (let after = ''; ; ) {
    const { rows } = await sql<Named>`
      select folded_code as key, ${code} as code from coupons where folded_code > ${after}
      order by folded_code limit ${BATCH}`.execute(db)
    changed.push(...rows.filter(each => folded(each.code) !== each.key))
    const last = rows.at(-1)
    if (!last) return changed
    after = last.key
  }
}

/** Returns the code with its key, or with a number where another coupon has the key, or nothing is left of the code. */
async function findFreeCode(db: Kysely<unknown>, code: string): Promise<Named> {
  const base = folded(code) === '' ? 'Coupon' : [...code].slice(0, KEPT).join('')
  for (let number = 1; ; number++) {
    const named = number === 1 ? code : `${base} (${number})`
    const key = folded(named)
    if (key !== '' && !(await isTaken(db, key))) return { key, code: named }
  }
}

async function isTaken(db: Kysely<unknown>, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from coupons where folded_code = ${key}`.execute(db)
  return rows.length > 0
}

async function rename(db: Kysely<unknown>, key: string, code: string): Promise<void> {
  const { rows } = await sql<{ document: string }>`
    select document from coupons where folded_code = ${key}`.execute(db)
  const document = JSON.stringify({ ...JSON.parse(rows[0]?.document ?? '{}'), code })
  await sql`update coupons set document = ${document} where folded_code = ${key}`.execute(db)
}

/** Moves a coupon to another key, with the carts and checkouts that have chosen it, and with its uses. */
async function move(db: Kysely<unknown>, before: string, now: string): Promise<void> {
  const [usesBefore, usesNow] = [`coupon:${before}`, `coupon:${now}`]
  await sql`update coupons set folded_code = ${now} where folded_code = ${before}`.execute(db)
  await moveCount(db, usesBefore, usesNow)
  await sql`update promotion_uses set promotion = ${usesNow} where promotion = ${usesBefore}`.execute(db)
  await sql`update checkouts set coupon_code = ${now} where coupon_code = ${before}`.execute(db)
  await sql`update carts set coupon_code = ${now} where coupon_code = ${before}`.execute(db)
  await sql`update ucp_brought set coupon_code = ${now} where coupon_code = ${before}`.execute(db)
  await sql`update unpaid_holds set promotion = ${usesNow} where promotion = ${usesBefore}`.execute(db)
}

/** Uses that orders took under the new key are those of a coupon that was deleted; they count like those of one that is created again. */
async function moveCount(db: Kysely<unknown>, before: string, now: string): Promise<void> {
  const { rows } = await sql<{ completed: number; over_limit: number }>`
    select completed, over_limit from promotion_counts where promotion = ${before}`.execute(db)
  for (const { completed, over_limit } of rows) {
    await sql`
      insert into promotion_counts (promotion, completed, over_limit) values (${now}, ${completed}, ${over_limit})
      on conflict (promotion) do update set completed = promotion_counts.completed + excluded.completed,
        over_limit = promotion_counts.over_limit + excluded.over_limit`.execute(db)
  }
  await sql`delete from promotion_counts where promotion = ${before}`.execute(db)
}

/** A copy of the comparison of codes, so that later changes of it do not change this migration. */
function folded(code: string): string {
  return code
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .trim()
    .replace(/[iİIı]\u0307?/g, 'i')
    .toUpperCase()
    .toLowerCase()
}

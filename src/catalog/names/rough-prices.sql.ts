/** Prices for guests as floats, by which a search passes over products. The prices that are shown are decimals of `catalog/price.ts`. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../db/database.ts'

/** A range of unrounded prices, computed with floats. */
export interface RoughRange {
  min: number
  max: number
}

/** Parameters of the condition. */
export interface RoughPriceParameters {
  min: number
  max: number
  /** Milliseconds since the epoch. */
  now: number
}

/** Whether an item has a price in a range: the variant on sale `v` of the product `p`, or the product itself where the joined `v` is null. */
export function hasPriceInRange({ min, max, now }: RoughPriceParameters, engine: Engine): RawBuilder<boolean> {
  const price = float(sql`coalesce(v.price, p.price)`, engine)
  // The tiers are looked at once, and most items have none.
  const rough = sql`case when ${tiers} is null then ${reducedPrice(price, now, engine)}
    else ${reducedPrice(singlePrice(price, engine), now, engine)} end`
  return sql`${rough} between ${float(min, engine)} and ${float(max, engine)}`
}

const tiers = sql`coalesce(v.tier_prices, p.tier_prices)`

/** The price of one piece. A tier for everyone from 1 on is the first one that is stored, and counts where it is lower. */
function singlePrice(price: RawBuilder<unknown>, engine: Engine): RawBuilder<unknown> {
  const first = (name: string) =>
    engine === 'postgres'
      ? sql`(cast(${tiers} as json) #>> ${sql.lit(`{0,${name}}`)})`
      : sql`json_extract(${tiers}, ${sql.lit(`$[0].${name}`)})`
  const from = sql`cast(${first('from')} as bigint)`
  const tier = float(first('price'), engine)
  return sql`case when ${from} = 1 and ${first('customerGroupId')} is null and ${tier} < ${price} then ${tier} else ${price} end`
}

/** The price after the discount, which never raises a price, and never makes it negative. */
function reducedPrice(price: RawBuilder<unknown>, now: number, engine: Engine): RawBuilder<unknown> {
  const discount = sql`coalesce(v.discount, p.discount)`
  const member = (name: string) =>
    engine === 'postgres'
      ? sql`(cast(${discount} as json) ->> ${sql.lit(name)})`
      : sql`json_extract(${discount}, ${sql.lit(`$.${name}`)})`
  const value = float(member('value'), engine)
  const [startsAt, endsAt] = [float(member('startsAt'), engine), float(member('endsAt'), engine)]
  const [least, greatest] = engine === 'postgres' ? [sql`least`, sql`greatest`] : [sql`min`, sql`max`]
  const reduced = sql`case ${member('type')}
    when 'percent' then ${price} * (1 - ${value} / 100)
    when 'amount' then ${price} - ${value}
    else ${value} end`
  return sql`case
    when ${discount} is null then ${price}
    when coalesce(${startsAt}, 0) > ${float(now, engine)} or coalesce(${endsAt}, 1e300) <= ${float(now, engine)} then ${price}
    else ${greatest}(${least}(${price}, ${reduced}), 0) end`
}

function float(value: unknown, engine: Engine): RawBuilder<unknown> {
  return sql`cast(${value} as ${engine === 'postgres' ? sql`double precision` : sql`real`})`
}

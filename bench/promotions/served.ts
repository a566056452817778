/** Whole reads of carts: the built package, one server for each shop, on the embedded database. */

import { createFixture, type Fixture } from '../cart/fixture.ts'
import { startGenerator } from '../cart/generator.ts'
import { cpuMicrosOf, startProduct } from '../cart/servers.ts'
import { campaignsOf, termsOf, tierPricesOf } from './shop.ts'
import { columnsOf, inTurn } from './turns.ts'

const CONNECTIONS = 16
const CARTS = 200
const PRODUCTS = 1_000

/** A served shop. */
interface Served {
  name: string
  /** @returns the processor time of a read in microseconds */
  measure: () => Promise<number>
  stop: () => Promise<void>
}

async function serve(name: string, fixture: Fixture, seconds: number): Promise<Served> {
  const server = await startProduct(fixture.env)
  const generator = startGenerator(fixture.shoppers)
  const measure = async () => {
    const before = cpuMicrosOf(server)
    const { perSecond } = await generator.ask({ url: server.url, kind: 'read', connections: CONNECTIONS, seconds })
    return (cpuMicrosOf(server) - before) / (perSecond * seconds)
  }
  await measure()
  const stop = async () => {
    await generator.stop()
    await server.stop()
    await fixture.drop()
  }
  return { name, measure, stop }
}

/** Measures carts of `lines` lines. @returns a row for each shop */
export async function measureServed(
  lines: number,
  { rounds, seconds, only }: { rounds: number; seconds: number; only: string },
): Promise<object[]> {
  const names = Object.keys(campaignsOf).filter(name => name.includes(only) && !name.includes('groups'))
  const served: Served[] = []
  try {
    for (const name of names) {
      const campaignRecords = (campaignsOf[name]?.() ?? []).map(record)
      const fieldsOf = (id: number) => ({ ...termsOf(id), tierPrices: tierPricesOf(name) })
      const size = { carts: CARTS, products: PRODUCTS, lines, campaigns: 0, campaignRecords, termsOf: fieldsOf }
      served.push(await serve(name, await createFixture('sqlite', size), seconds))
    }
    const turns = await inTurn(served, rounds, each => each.measure())
    return names.map(name => ({ shop: name, ...columnsOf(turns, name) }))
  } finally {
    for (const each of served) await each.stop()
  }
}

/** The variants of the fixture have other ids: each list of them names two of every product that has variants. */
function record(campaign: ReturnType<NonNullable<(typeof campaignsOf)[string]>>[number]): object {
  const { variantIds, ...conditions } = campaign.conditions
  if (!variantIds) return campaign
  return { ...campaign, conditions: { ...conditions, productIds: variantIds } }
}

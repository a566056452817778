/** A shop whose catalogue shopping agents read in tests. */

import assert from 'node:assert/strict'
import { UCP_REST } from '../../../src/api-paths.ts'
import type { Engine } from '../../../src/db/database.ts'
import { startService, type TestService } from '../service/service.ts'
import { awaitProfile, listing, startPlatform } from './platform.ts'
import { assertConforms, type SchemaName } from './schemas.ts'

/** An amount of money. */
interface Price {
  amount: number
  currency: string
}

/** A variant in an answer. */
export interface ShownVariant {
  id: string
  title: string
  price: Price
  list_price?: Price
  availability: { available: boolean; status: string }
  media?: { url: string }[]
  inputs?: { id: string; match: string }[]
  metadata?: { tier_prices: { from: number; price: Price }[] }
}

/** A product in an answer. */
export interface ShownProduct {
  id: string
  title: string
  price_range: { min: Price; max: Price }
  media?: { url: string }[]
  variants: ShownVariant[]
}

/** An answer. */
export interface CatalogueAnswer {
  ucp: { status: string; capabilities: object }
  products: ShownProduct[]
  product?: ShownProduct
  pagination?: { has_next_page: boolean; cursor?: string }
  messages?: { type: string; code: string; content: string; severity?: string; path?: string }[]
}

/** A shop and its catalogue. */
export interface AgentsShop {
  service: TestService
  /** Asks for an answer, which must conform to the protocol. */
  lookUp: (body: object) => Promise<CatalogueAnswer>
  getProduct: (body: object) => Promise<CatalogueAnswer>
  search: (body: object) => Promise<CatalogueAnswer>
  /** Returns status, code and content of a refusal. */
  refused: (operation: 'lookup' | 'product' | 'search', body: unknown) => Promise<[number, string, string]>
  stop: () => Promise<void>
}

/** Starts the shop of `shop-file.ts`. */
export async function startAgentsShop(engine: Engine, env: NodeJS.ProcessEnv = {}): Promise<AgentsShop> {
  const platform = await startPlatform()
  const service = await startService(engine, { ...listing(platform), UCP_RATE_LIMIT: '0', ...env })
  await awaitProfile(service, platform.profile)
  const post = (operation: string, body: unknown) =>
    service.call('POST', `${UCP_REST}/catalog/${operation}`, { body, headers: { 'UCP-Agent': platform.agent } })
  const ask = (operation: SchemaName & string) => async (body: object) => {
    const { status, text, json } = await post(operation, body)
    assert.equal(status, 200, text)
    const answer = json as CatalogueAnswer
    assertConforms(answer.ucp.status === 'error' ? 'error' : operation, json)
    return answer
  }
  return {
    service,
    lookUp: ask('lookup'),
    getProduct: ask('product'),
    search: ask('search'),
    refused: async (operation, body) => {
      const { status, text, json } = await post(operation, body)
      assert.notEqual(status, 200, text)
      assertConforms('refusal', json)
      const { code, content } = json as { code: string; content: string }
      return [status, code, content]
    },
    stop: async () => {
      await service.stop()
      await platform.stop()
    },
  }
}

/** The ids of the products of all pages. @param body without a cursor */
export async function idsOnAllPages(
  { search }: Pick<AgentsShop, 'search'>,
  body: object,
  limit = 50,
): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const { products, pagination } = await search({ ...body, pagination: { limit, ...(cursor && { cursor }) } })
    pages.push(products.map(({ id }) => id))
    if (!pagination?.has_next_page) return pages
    cursor = pagination.cursor
  }
}

/** Finds the customer whom an external id names. Found ids are cached; every statement for their owner checks them again. */

import { LRUCache } from 'lru-cache'
import { externalIdKeyOf } from '../auth/rate-limit-key.crypto.ts'

/** Largest number of cached ids: 20 MB with the longest ones. */
const CACHED_IDS = 20_000

/** The lookups by external id of one process. */
export interface ExternalMembers {
  /**
   * Finds the customer with an external id.
   * @returns undefined when there is none; that is never cached, so that a new customer is found at once
   * @throws Refusal 429
   */
  find(externalId: string): Promise<number | undefined>
  /** Looks the customer up again, after a statement has found that the external id no longer names the cached one. */
  findAgain(externalId: string): Promise<number | undefined>
}

interface Options {
  findCustomerId: (externalId: string) => Promise<number | undefined>
  /** Limits the lookups in the database per external id: a token of an unknown customer needs one with each request. */
  limit: (key: string) => Promise<unknown>
}

/** Creates the lookups with an empty cache. */
export function createExternalMembers({ findCustomerId, limit }: Options): ExternalMembers {
  const known = new LRUCache<string, number>({ max: CACHED_IDS })

  async function findAgain(externalId: string): Promise<number | undefined> {
    known.delete(externalId)
    await limit(externalIdKeyOf(externalId))
    const id = await findCustomerId(externalId)
    if (id !== undefined) known.set(externalId, id)
    return id
  }

  return {
    find: async externalId => known.get(externalId) ?? findAgain(externalId),
    findAgain,
  }
}

/** Follows the shop's revision: one statement tells the caches of an instance which of their parts have changed. */

import type { Queries } from '../db/database.ts'
import { shared } from '../fairness/served-request.ts'
import { findChangesSince, type SeenRevision } from './changed-products-log.sql.ts'

/** Follower of the shop's revision, which the caches of an instance share. */
export interface FollowShop {
  /**
   * Brings the caches to the newest revision of the database, unless they have the revision given. Requests that find them out of date at
   * the same time share one read.
   * @returns the revision that they have, and that of settings and promotions
   */
  (revision: number): Promise<Pick<SeenRevision, 'revision' | 'settingsRevision'>>
  /** Returns the revision that the caches have. */
  revision(): number
  /** Calls `drop` with the ids of changed products, with undefined where every product may have changed. */
  onProducts(drop: (ids: readonly number[] | undefined) => void): void
}

/** Creates the follower of this process. */
export function createShopFollower(database: Queries): FollowShop {
  let seen: SeenRevision = {
    revision: Number.MAX_SAFE_INTEGER,
    settingsRevision: Number.MAX_SAFE_INTEGER,
    changedAt: null,
  }
  let reading: Promise<void> | undefined
  let dropProducts: Parameters<FollowShop['onProducts']>[0] = () => {}

  const read = async () => {
    try {
      const { newest, productIds } = await findChangesSince(database, seen)
      dropProducts(productIds)
      seen = newest
    } finally {
      reading = undefined
    }
  }
  const follow = async (revision: number) => {
    if (revision !== seen.revision) {
      reading ??= shared(read)
      await reading
    }
    return seen
  }
  return Object.assign(follow, {
    revision: () => seen.revision,
    onProducts: (drop: typeof dropProducts) => {
      dropProducts = drop
    },
  })
}

/** Pages of rows, between which other requests run. */

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Yields pages until one is empty. @param find reads the page after the last row of the page before */
export async function* pages<R>(find: (last?: R) => Promise<R[]>): AsyncGenerator<R[]> {
  let page = await find()
  while (page.length > 0) {
    yield page
    // The embedded engine answers without waiting: requests that have arrived meanwhile run first.
    await nextTurn()
    page = await find(page.at(-1))
  }
}

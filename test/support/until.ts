/** Waits for what happens outside of a test. */

import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds. @throws Error after two minutes or more */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 12_000; attempt++) {
    if (await condition()) return
    await sleep(10)
  }
  throw new Error('The condition did not come to hold.')
}

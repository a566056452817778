import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as iteration } from 'node:timers/promises'
import { Admission, type AdmittedWork, type OverloadCause } from './admission.ts'

const PLACES = 2
const FLOOD = '192.0.2.1'
const SHOPPER = '198.51.100.1'

/** Enough iterations of the event loop for every request that has a place to begin. */
async function settled(): Promise<void> {
  for (let n = 0; n < 200; n++) await iteration()
}

/** Admits a request without a body. @returns its work once it has begun */
function enter(admission: Admission, network: string): Promise<AdmittedWork> {
  return new Promise((resolve, reject) => {
    admission.enter({
      network,
      begin: work => resolve(work),
      refuse: cause => reject(new Error(cause)),
      isGone: () => false,
    })
  })
}

describe('Admission', () => {
  // Proves: late-flood
  it('gives requests whose wait ends at once a place one after another, behind those of a network that owes less', async () => {
    const admission = new Admission(PLACES)
    // Admitted while they wait for their bodies, which take no place.
    const flood = await Promise.all(Array.from({ length: 20 }, () => enter(admission, FLOOD)))
    const placed: AdmittedWork[] = []
    for (const work of flood) void work.resume().then(cause => cause === undefined && placed.push(work))
    await settled()
    assert.equal(placed.length, PLACES)
    const shopper = enter(admission, SHOPPER)
    await settled()
    placed[0]?.end()
    ;(await shopper).begin()
    await settled()
    assert.equal(placed.length, PLACES, 'the place is the shopper’s')
    for (let n = 1; placed.length < flood.length; n++) {
      placed[n]?.end()
      await settled()
      assert.equal(placed.length, PLACES + n)
    }
  })

  it('gives the place of a paused request to another, and takes it back in its turn', async () => {
    const admission = new Admission(1)
    const first = await enter(admission, SHOPPER)
    first.begin()
    const second = enter(admission, SHOPPER)
    assert.equal(first.pause(), true)
    assert.equal(first.pause(), false)
    const running = await second
    running.begin()
    let cause: OverloadCause | 'waits' | undefined = 'waits'
    const resumed = first.resume().then(value => (cause = value))
    await settled()
    assert.equal(cause, 'waits')
    running.end()
    assert.equal(await resumed, undefined)
  })

  // Proves: late-flood
  it('lets 1,000 requests of a network, or of an IPv6 /48, wait without a place', async () => {
    for (const [own, other] of [
      [() => FLOOD, SHOPPER],
      [(n: number) => `2001:db8:1:${n.toString(16)}::/64`, '2001:db8:2::/64'],
    ] as const) {
      const admission = new Admission(5_000)
      const paused: AdmittedWork[] = []
      for (let n = 0; n < 1_000; n++) {
        const work = await enter(admission, own(n))
        work.begin()
        assert.equal(work.mayPause(), true)
        work.pause()
        paused.push(work)
      }
      assert.equal((await enter(admission, own(1_000))).mayPause(), false)
      assert.equal((await enter(admission, other)).mayPause(), true)
      paused[0]?.end()
      await paused[1]?.resume()
      const more = await Promise.all([0, 1, 2].map(n => enter(admission, own(n))))
      assert.deepEqual(
        more.map(work => {
          const may = work.mayPause()
          work.begin()
          work.pause()
          return may
        }),
        [true, true, false],
      )
    }
  })
})

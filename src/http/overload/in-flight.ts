/** Requests in flight: counts them, and charges the network of each for its part of the server's time. */

import { BusiestShare } from '../../fairness/busiest-share.ts'
import { siteOrNetworkOf } from '../../fairness/client-site.ts'
import type { FairQueue } from '../../fairness/fair-queue.ts'

/** The work of one request, which is in flight from `resume` to `pause`. */
export interface MeasuredWork {
  resume(): void
  /** @returns whether it was in flight */
  pause(): boolean
  /** Ends the work, and charges its network for what it took. */
  end(): void
}

/** Divides the server's time among the requests in flight: with two of them, each millisecond costs each one half. */
export class InFlight {
  /** Number of requests in flight. */
  count = 0
  readonly #queue: FairQueue<unknown>
  readonly #onFree: () => void
  readonly #busiest = new BusiestShare()
  /** Time that a request has had that was in flight from the start. */
  #time = 0
  #last = 0

  /** @param onFree called when a request is no longer in flight */
  constructor(queue: FairQueue<unknown>, onFree: () => void) {
    this.#queue = queue
    this.#onFree = onFree
  }

  /** Begins the work of a network. Work that is never in flight, such as an answer before the body arrives, keeps the expected cost. */
  measure(network: string): MeasuredWork {
    const endWork = this.#queue.begin(network)
    let cost: number | undefined
    let since: number | undefined
    let hasEnded = false
    const resume = () => {
      if (!hasEnded) since ??= this.#add()
    }
    const pause = () => {
      if (since === undefined) return false
      cost = (cost ?? 0) + this.#remove() - since
      since = undefined
      this.#onFree()
      return true
    }
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      pause()
      endWork(cost)
      if (cost !== undefined) this.#busiest.add(siteOrNetworkOf(network), cost, performance.now())
    }
    return { resume, pause, end }
  }

  /** Returns the share of the server's time that the busiest network took in the last ten seconds, from 0 to 1. */
  busiestShare(): number {
    return this.#busiest.read(performance.now())
  }

  /** @returns the time at its start */
  #add(): number {
    this.#advance()
    this.count++
    return this.#time
  }

  /** @returns the time at its end */
  #remove(): number {
    this.#advance()
    this.count--
    return this.#time
  }

  #advance(): void {
    const now = performance.now()
    if (this.count > 0) this.#time += (now - this.#last) / this.count
    this.#last = now
  }
}

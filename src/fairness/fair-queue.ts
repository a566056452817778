/**
 * Fair queue: one queue for each client network, served by what the networks owe. A network owes what its work has cost beyond an equal
 * share; the one that owes least is next, so that a flood delays its own network alone (weighted fair queueing, with costs known afterwards).
 */

/** Milliseconds that work is expected to cost before any has ended. */
const FIRST_COST_MS = 1
/** Number of pieces of work over which the cost of a network's work is averaged. */
const COST_STEPS = 16
/** Networks that each charge examines: memory has those that wait or owe, and at most as many that have paid. */
const SWEPT = 2

/** What is known of a client network. */
interface Share<T> {
  readonly network: string
  /** Time of the queue's clock up to which the network has had its share. */
  paidUntil: number
  /** Learned cost of one piece of its work, in milliseconds. */
  meanCost: number
  /** Pieces of work that have begun. */
  begun: number
  /** Work that waits, the oldest first. */
  readonly waiting: T[]
}

/** Ends a piece of work. @param cost in milliseconds; undefined for work that was not measured, whose expected cost stays charged */
export type EndWork = (cost: number | undefined) => void

/** What waits in a queue. */
export interface Backlog {
  /** Expected cost of all that waits, in milliseconds. */
  costMs: number
  /** Number of networks that wait. */
  networks: number
}

/**
 * Queues work per network.
 */
export class FairQueue<T> {
  /** Number of pieces of work that wait. */
  length = 0
  readonly #shares = new Map<string, Share<T>>()
  /** Shares with waiting work, in the order in which they began to wait. */
  readonly #waiting = new Set<Share<T>>()
  /** Time of an equal share: what a network has had that was always served. */
  #clock = 0
  /** Number of networks with work that waits or has begun. */
  #active = 0
  #meanCost = FIRST_COST_MS
  #cursor = this.#shares.values()

  /** Adds work of a network behind its other work. */
  push(network: string, work: T): void {
    const share = this.#activeShare(network)
    share.waiting.push(work)
    this.#waiting.add(share)
    this.length++
  }

  /** Removes the oldest work of the network that owes least; of networks that owe the same, of the one that began to wait first. */
  next(): T | undefined {
    let least: Share<T> | undefined
    for (const share of this.#waiting) if (!least || share.paidUntil < least.paidUntil) least = share
    return least && this.#remove(least, least.waiting.shift())
  }

  /** Removes the newest work of the network whose waiting work costs most; of equal ones, of the network that came last. */
  giveWay(): T | undefined {
    let heaviest: Share<T> | undefined
    for (const share of this.#waiting) if (!heaviest || backlogOf(share) >= backlogOf(heaviest)) heaviest = share
    return heaviest && this.#remove(heaviest, heaviest.waiting.pop())
  }

  /** Removes the oldest work of each network for as long as a condition holds for it. */
  removeOldest(isDue: (work: T) => boolean): T[] {
    const removed: T[] = []
    for (const share of this.#waiting) {
      const firstKept = share.waiting.findIndex(work => !isDue(work))
      removed.push(...share.waiting.splice(0, firstKept < 0 ? share.waiting.length : firstKept))
      this.#recount(share)
    }
    this.length -= removed.length
    return removed
  }

  /** Returns what waits. */
  backlog(): Backlog {
    let costMs = 0
    for (const share of this.#waiting) costMs += backlogOf(share)
    return { costMs, networks: this.#waiting.size }
  }

  /** Returns the number of networks in memory: those that wait, have begun work, or owe, and a few that have paid. */
  known(): number {
    return this.#shares.size
  }

  /** Begins a piece of a network's work: charges its expected cost, so that the network's next turn comes later at once. */
  begin(network: string): EndWork {
    const share = this.#activeShare(network)
    const expected = share.meanCost
    share.begun++
    this.#charge(share, expected)
    return cost => {
      if (cost !== undefined) this.#learn(share, cost, expected)
      share.begun--
      this.#endIfIdle(share)
    }
  }

  /** Charges a network for something that was not queued, such as a refusal. @param cost in milliseconds */
  charge(network: string, cost: number): void {
    const share = this.#activeShare(network)
    this.#charge(share, cost)
    this.#endIfIdle(share)
  }

  /** Returns the share of a network, which begins without a credit for the time before. */
  #activeShare(network: string): Share<T> {
    const share = this.#shares.get(network) ?? this.#insert(network)
    if (isIdle(share)) {
      this.#active++
      share.paidUntil = Math.max(share.paidUntil, this.#clock)
    }
    return share
  }

  #insert(network: string): Share<T> {
    const share = { network, paidUntil: this.#clock, meanCost: this.#meanCost, begun: 0, waiting: [] }
    this.#shares.set(network, share)
    return share
  }

  #remove(share: Share<T>, work: T | undefined): T | undefined {
    this.length--
    this.#recount(share)
    return work
  }

  #recount(share: Share<T>): void {
    if (share.waiting.length === 0) this.#waiting.delete(share)
    this.#endIfIdle(share)
  }

  #learn(share: Share<T>, cost: number, expected: number): void {
    share.meanCost += (cost - share.meanCost) / COST_STEPS
    this.#meanCost += (cost - this.#meanCost) / COST_STEPS
    this.#charge(share, cost - expected)
  }

  /** The clock goes on by an equal share of the cost: a network that takes no more owes nothing. */
  #charge(share: Share<T>, cost: number): void {
    share.paidUntil += cost
    this.#clock += cost / this.#active
  }

  #endIfIdle(share: Share<T>): void {
    if (!isIdle(share)) return
    this.#active--
    this.#sweep()
  }

  /** Forgets a few networks that neither wait nor owe. */
  #sweep(): void {
    for (let n = 0; n < SWEPT; n++) {
      const { value, done } = this.#cursor.next()
      if (done) this.#cursor = this.#shares.values()
      else if (isIdle(value) && value.paidUntil <= this.#clock) this.#shares.delete(value.network)
    }
  }
}

function isIdle({ begun, waiting }: Share<unknown>): boolean {
  return begun === 0 && waiting.length === 0
}

/** Expected cost of a share's waiting work. */
function backlogOf({ meanCost, waiting }: Share<unknown>): number {
  return meanCost * waiting.length
}

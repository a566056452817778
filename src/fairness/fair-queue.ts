/**
 * Fair queue: one queue for each client network, served by what the networks owe. A network owes what its work has cost beyond an equal
 * share; the one that owes least is next, so that a flood delays its own network alone (weighted fair queueing, with costs known afterwards).
 * The networks of one IPv6 site are one network here, and a fair queue of their own shares its turns among them.
 */

import { siteOrNetworkOf } from './client-site.ts'
import { type EndWork, FirstInFirstOut, type Waiting } from './waiting.ts'

/** Milliseconds that work is expected to cost before any has ended. */
const FIRST_COST_MS = 1
/** Number of pieces of work over which the cost of a network's work is averaged. */
const COST_STEPS = 16
/** Networks that each charge examines: memory has those that wait or owe, and at most as many that have paid. */
const SWEPT = 2

/** What is known of a client network or of a site. */
interface Share<T> {
  readonly name: string
  /** Time of the queue's clock up to which the network has had its share. */
  paidUntil: number
  /** Learned cost of one piece of its work, in milliseconds; undefined before any has ended: that of all networks counts. */
  meanCost: number | undefined
  /** Pieces of work that have begun. */
  begun: number
  readonly waiting: Waiting<T>
}

/** What waits in a queue. */
export interface Backlog {
  /** Expected cost of all that waits, in milliseconds. */
  costMs: number
  /** Number of networks that wait; those of one site are one. */
  networks: number
}

/**
 * Queues work per network.
 */
export class FairQueue<T> implements Waiting<T> {
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
  readonly #nameOf: (network: string) => string

  /** @param nameOf returns whose turn a network's is; networks of one name share its turns */
  constructor(nameOf: (network: string) => string = siteOrNetworkOf) {
    this.#nameOf = nameOf
  }

  /** Adds work of a network behind its other work. */
  push(network: string, work: T): void {
    const share = this.#activeShare(network)
    share.waiting.push(network, work)
    this.#waiting.add(share)
    this.length++
  }

  /** Removes the oldest work of the network that owes least; of networks that owe the same, of the one that began to wait first. */
  next(): T | undefined {
    let least: Share<T> | undefined
    for (const share of this.#waiting) if (!least || share.paidUntil < least.paidUntil) least = share
    return least && this.#remove(least, least.waiting.next())
  }

  /** Removes the newest work of the network whose waiting work costs most; of equal ones, of the network that came last. */
  giveWay(): T | undefined {
    let heaviest: Share<T> | undefined
    for (const share of this.#waiting)
      if (!heaviest || this.#backlogOf(share) >= this.#backlogOf(heaviest)) heaviest = share
    return heaviest && this.#remove(heaviest, heaviest.waiting.giveWay())
  }

  /** Removes the oldest work of each network for as long as a condition holds for it. */
  removeOldest(isDue: (work: T) => boolean): T[] {
    const removed: T[] = []
    for (const share of this.#waiting) {
      removed.push(...share.waiting.removeOldest(isDue))
      this.#recount(share)
    }
    this.length -= removed.length
    return removed
  }

  /** Returns what waits. */
  backlog(): Backlog {
    let costMs = 0
    for (const share of this.#waiting) costMs += this.#backlogOf(share)
    return { costMs, networks: this.#waiting.size }
  }

  /** Returns the number of networks and sites in memory: those that wait, have begun work, or owe, and a few that have paid. */
  known(): number {
    let known = this.#shares.size
    for (const { waiting } of this.#shares.values()) known += waiting.known()
    return known
  }

  /** Begins a piece of a network's work: charges its expected cost, so that the network's next turn comes later at once. */
  begin(network: string): EndWork {
    const share = this.#activeShare(network)
    const expected = this.#meanCostOf(share)
    share.begun++
    this.#charge(share, expected)
    const endWithin = share.waiting.begin(network)
    return cost => {
      endWithin(cost)
      if (cost !== undefined) this.#learn(share, cost, expected)
      share.begun--
      this.#endIfIdle(share)
    }
  }

  /** Charges a network for something that was not queued, such as a refusal. @param cost in milliseconds */
  charge(network: string, cost: number): void {
    const share = this.#activeShare(network)
    this.#charge(share, cost)
    share.waiting.charge(network, cost)
    this.#endIfIdle(share)
  }

  /** Returns the share of a network, which begins without a credit for the time before. */
  #activeShare(network: string): Share<T> {
    const name = this.#nameOf(network)
    const share = this.#shares.get(name) ?? this.#insert(name, network)
    if (isIdle(share)) {
      this.#active++
      share.paidUntil = Math.max(share.paidUntil, this.#clock)
    }
    return share
  }

  #insert(name: string, network: string): Share<T> {
    const waiting = name === network ? new FirstInFirstOut<T>() : new FairQueue<T>(each => each)
    const share = { name, paidUntil: this.#clock, meanCost: undefined, begun: 0, waiting }
    this.#shares.set(name, share)
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
    const learned = this.#meanCostOf(share)
    share.meanCost = learned + (cost - learned) / COST_STEPS
    this.#meanCost += (cost - this.#meanCost) / COST_STEPS
    this.#charge(share, cost - expected)
  }

  #meanCostOf({ meanCost = this.#meanCost }: Share<T>): number {
    return meanCost
  }

  /** Expected cost of a share's waiting work. */
  #backlogOf(share: Share<T>): number {
    return this.#meanCostOf(share) * share.waiting.length
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
      else if (isIdle(value) && value.paidUntil <= this.#clock) this.#shares.delete(value.name)
    }
  }
}

function isIdle({ begun, waiting }: Share<unknown>): boolean {
  return begun === 0 && waiting.length === 0
}

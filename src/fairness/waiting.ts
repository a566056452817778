/** Work that waits for a turn: of one client network, in order of arrival, or of several, in an order of its own. */

/** Ends a piece of work. @param cost in milliseconds; undefined for work that was not measured, whose expected cost stays charged */
export type EndWork = (cost: number | undefined) => void

/** Work of one network, or of the networks of one site. */
export interface Waiting<T> {
  readonly length: number
  push(network: string, work: T): void
  next(): T | undefined
  giveWay(): T | undefined
  removeOldest(isDue: (work: T) => boolean): T[]
  begin(network: string): EndWork
  charge(network: string, cost: number): void
  /** Number of networks in memory. */
  known(): number
}

/** Queues work that has no turns to share. */
export class FirstInFirstOut<T> implements Waiting<T> {
  readonly #works: T[] = []

  get length(): number {
    return this.#works.length
  }

  /** Adds work at the end. */
  push(_network: string, work: T): void {
    this.#works.push(work)
  }

  /** Removes the oldest work. */
  next(): T | undefined {
    return this.#works.shift()
  }

  /** Removes the newest work. */
  giveWay(): T | undefined {
    return this.#works.pop()
  }

  /** Removes the oldest work for as long as a condition holds for it. */
  removeOldest(isDue: (work: T) => boolean): T[] {
    const firstKept = this.#works.findIndex(work => !isDue(work))
    return this.#works.splice(0, firstKept < 0 ? this.#works.length : firstKept)
  }

  /** Charges nothing. */
  begin(): EndWork {
    return () => {}
  }

  /** Charges nothing. */
  charge(): void {}

  /** Keeps no network. */
  known(): number {
    return 0
  }
}

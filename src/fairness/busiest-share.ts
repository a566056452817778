/** Busiest share: the part of the server's time that its busiest client network took in the last ten seconds. */

/** Milliseconds of one period. */
const PERIOD_MS = 10_000

/** Adds up what each network took in a period. Its memory is that of the networks of one period. */
export class BusiestShare {
  readonly #took = new Map<string, number>()
  #periodEndsAt = 0
  #share = 0

  /** Records that a network took some time. @param now milliseconds of a monotonic clock */
  add(network: string, milliseconds: number, now: number): void {
    this.#endPeriod(now)
    this.#took.set(network, (this.#took.get(network) ?? 0) + milliseconds)
  }

  /** Returns the share of the last complete period, from 0 to 1; 0 when no request ended in it. */
  read(now: number): number {
    this.#endPeriod(now)
    return this.#share
  }

  #most(): number {
    let most = 0
    for (const took of this.#took.values()) most = Math.max(most, took)
    return most
  }

  #endPeriod(now: number): void {
    if (now < this.#periodEndsAt) return
    const isLast = now < this.#periodEndsAt + PERIOD_MS
    this.#share = isLast ? Math.min(1, this.#most() / PERIOD_MS) : 0
    this.#took.clear()
    this.#periodEndsAt = isLast ? this.#periodEndsAt + PERIOD_MS : now + PERIOD_MS
  }
}

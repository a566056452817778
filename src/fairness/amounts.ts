/** Amounts that client networks hold, such as bytes or connections: the heaviest one is found by site first. */

import { siteOrNetworkOf } from './client-site.ts'

/** What a site, or a network without one, holds. */
interface Held {
  total: number
  readonly networks: Map<string, number>
}

/** Adds up what each network holds. Its memory is that of the networks that hold something. */
export class Amounts {
  readonly #held = new Map<string, Held>()

  /** Adds an amount to a network; a negative one takes it away. */
  add(network: string, amount: number): void {
    const turn = siteOrNetworkOf(network)
    const held = this.#held.get(turn) ?? { total: 0, networks: new Map<string, number>() }
    const own = (held.networks.get(network) ?? 0) + amount
    held.total += amount
    if (own === 0) held.networks.delete(network)
    else held.networks.set(network, own)
    if (held.networks.size === 0) this.#held.delete(turn)
    else this.#held.set(turn, held)
  }

  /** Returns what a network itself holds. */
  of(network: string): number {
    return this.#held.get(siteOrNetworkOf(network))?.networks.get(network) ?? 0
  }

  /** Returns what all networks of a network's site hold; of one without a site what it holds itself. */
  ofSite(network: string): number {
    return this.#held.get(siteOrNetworkOf(network))?.total ?? 0
  }

  /** Returns the network that holds most, of the site that holds most; undefined where nothing is held. */
  heaviest(): string | undefined {
    let most: Held | undefined
    for (const each of this.#held.values()) if (!most || each.total > most.total) most = each
    return most && heaviestOf(most)
  }

  /** Returns the network that holds most of a network's site. */
  heaviestOfSite(network: string): string | undefined {
    const held = this.#held.get(siteOrNetworkOf(network))
    return held && heaviestOf(held)
  }
}

function heaviestOf({ networks }: Held): string | undefined {
  let most: [network: string, amount: number] | undefined
  for (const each of networks) if (!most || each[1] > most[1]) most = each
  return most?.[0]
}

/** Detects a proxy that TRUST_PROXY does not name: all requests come from one loopback or private address. */

import { isPrivate } from './client-network.ts'

/** Requests after which a lone address is reported. */
const REQUESTS = 100

/**
 * Creates the detector.
 * @param onLone called once, with the address, when the first hundred requests have all come from one loopback or private address
 * @returns function that takes note of the network of each request
 */
export function detectLoneNetwork(onLone: (network: string) => void): (network: string) => void {
  let lone: string | undefined
  let count = 0
  return network => {
    if (count >= REQUESTS) return
    lone ??= network
    count = network === lone && isPrivate(network) ? count + 1 : Number.POSITIVE_INFINITY
    if (count === REQUESTS) onLone(network)
  }
}

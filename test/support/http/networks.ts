/** Client networks of requests, for services that trust one proxy. */

let networks = 0

/** A new IPv4 address, for which no request has been counted. */
export function newAddress(): string {
  networks++
  return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
}

/** The headers of a request from an address; from a new one by default. */
export function from(address: string = newAddress()): { 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': address }
}

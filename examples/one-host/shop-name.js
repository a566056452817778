/** The shop's name as Sepet has it, on a developer's machine; otherwise the host. */

import { request as send } from 'node:http'

const KEPT_MS = 5_000
const TIMEOUT_MS = 1_000

/** @typedef {import('node:http').IncomingMessage} Request */

/** Creates the function that returns the name. @param {string} sepet the address of Sepet @returns {(request: Request) => Promise<string>} */
export function createShopName(sepet) {
  let [known, until] = ['', 0]
  return async ({ headers: { host = '' } }) => {
    if (Date.now() >= until) {
      known = (await readName(sepet, host)) ?? known
      until = Date.now() + KEPT_MS
    }
    return known || (URL.parse(`http://${host}`)?.hostname ?? '')
  }
}

/** Reads the name as the playground's page does, which Sepet serves to the host of its own address alone. @param {string} sepet @param {string} host @returns {Promise<string | undefined>} */
function readName(sepet, host) {
  return new Promise(resolve => {
    const options = { headers: { Host: host }, setHost: false, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const outgoing = send(`${sepet}/playground/shop`, options, async answer => {
      try {
        const { name } = JSON.parse((await answer.toArray()).join(''))
        resolve(typeof name === 'string' ? name : undefined)
      } catch {
        resolve(undefined)
      }
    })
    outgoing.on('error', () => resolve(undefined)).end()
  })
}

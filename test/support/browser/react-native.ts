/**
 * Runs a scenario with the client in a context that has only React Native's globals, and prints the results as JSON. A process of its
 * own, with --experimental-vm-modules.
 */

import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createContext, type Module, SourceTextModule } from 'node:vm'

const ROOT = join(import.meta.dirname, '../../..')
const [baseUrl, token, productId, memberToken, renewedToken] = process.argv.slice(2)

/** Globals besides those of the language. `URL` is missing, since React Native's is incomplete and the client must not use it. */
const platform = { fetch, Headers, Request, Response, FormData, AbortController, setTimeout, clearTimeout }
const context = createContext({ ...platform, baseUrl, token, productId, memberToken, renewedToken })

const scenario = `
  import { changedCartOf, createClient, createShopperClient, SepetError } from './client.ts'
  const { cart } = createClient({ baseUrl, token })
  const added = await cart.addItem({ productId: Number(productId), quantity: 3 })
  const removed = await cart.removeItem(added.affectedItemId, { ifMatch: added })
  const refusal = await cart.clear({ ifMatch: added }).catch(reason => reason)
  const error = await cart.removeItem(added.affectedItemId).catch(reason => reason)
  let stored = null
  const storage = { read: async () => stored, write: async value => void (stored = value) }
  await createShopperClient({ baseUrl, storage }).cart.addItem({ productId: Number(productId), quantity: 2 })
  const shopper = createShopperClient({ baseUrl, storage })
  const merged = await shopper.logIn(async () => memberToken)
  let tokens = 0
  const renewing = createClient({ baseUrl, token: () => (tokens++ < 2 ? memberToken : renewedToken) })
  const [, second] = await Promise.all([renewing.cart.removeCoupon(), renewing.cart.removeCoupon()])
  const controller = new AbortController()
  const reading = cart.read({ signal: controller.signal })
  controller.abort()
  export const results = {
    merged: [merged.totalQuantity, shopper.isLoggedIn(), stored],
    renewed: second.totalQuantity,
    added: added.totalQuantity,
    removed: removed.totalQuantity,
    changed: changedCartOf(refusal)?.totalQuantity,
    codes: error instanceof SepetError ? error.codes : [String(error)],
    aborted: await reading.then(() => 'was read', reason => reason.name),
  }
`

const modules = new Map<string, Module>()

function load(specifier: string): Module {
  const loaded = modules.get(specifier)
  const path = specifier.startsWith('./') ? `src/client/${specifier}` : `node_modules/${specifier}/dist/index.mjs`
  const source = () => stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8'))
  const module = loaded ?? new SourceTextModule(source(), { context, identifier: specifier })
  modules.set(specifier, module)
  return module
}

const module = new SourceTextModule(scenario, { context })
await module.link(load)
await module.evaluate()
process.stdout.write(JSON.stringify((module.namespace as { results: unknown }).results))

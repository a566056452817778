/**
 * Runs a scenario with an installed client in a context that has only React Native's globals, and prints the results as JSON. A process of
 * its own, with --experimental-vm-modules.
 */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContext, type Module, SourceTextModule } from 'node:vm'

const [app = '', baseUrl, token, productId, memberToken, renewedToken] = process.argv.slice(2)
const packages: Record<string, string> = {
  'sepet-client': join(app, 'node_modules/sepet-client/dist/client.js'),
  'openapi-fetch': join(app, 'node_modules/openapi-fetch/dist/index.mjs'),
}

/** Globals besides those of the language. `URL` is missing, since React Native's is incomplete and the client must not use it. */
const platform = { fetch, Headers, Request, Response, FormData, AbortController, setTimeout, clearTimeout }
const context = createContext({ ...platform, baseUrl, token, productId, memberToken, renewedToken })

const scenario = `
  import { changedCartOf, createClient, createShopperClient, SepetError } from 'sepet-client'
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

/** @returns the module of a package's name, or of a path beside the module that imports it */
function load(specifier: string, importer: Module): Module {
  const path = packages[specifier] ?? join(dirname(importer.identifier), specifier)
  const module = modules.get(path) ?? new SourceTextModule(readFileSync(path, 'utf8'), { context, identifier: path })
  modules.set(path, module)
  return module
}

const module = new SourceTextModule(scenario, { context })
await module.link(load)
await module.evaluate()
process.stdout.write(JSON.stringify((module.namespace as { results: unknown }).results))

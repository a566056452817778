/** Run as a process, with --experimental-vm-modules: tells a story with the client where there is only what React Native has too. */

import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createContext, type Module, SourceTextModule } from 'node:vm'

const ROOT = join(import.meta.dirname, '../../..')
const [baseUrl, token, productId] = process.argv.slice(2)

/** Besides the language itself. React Native's `URL` is not whole, so that the client must do without. */
const platform = { fetch, Headers, Request, Response, FormData, AbortController, setTimeout, clearTimeout }
const context = createContext({ ...platform, baseUrl, token, productId })

const story = `
  import { createClient, SepetError } from './client.ts'
  const { cart } = createClient({ baseUrl, token })
  const added = await cart.addItem({ productId: Number(productId), quantity: 3 })
  const removed = await cart.removeItem(added.affectedItemId)
  const error = await cart.removeItem(added.affectedItemId).catch(reason => reason)
  const controller = new AbortController()
  const reading = cart.read({ signal: controller.signal })
  controller.abort()
  export const told = {
    added: added.totalQuantity,
    removed: removed.totalQuantity,
    codes: error instanceof SepetError ? error.codes : [String(error)],
    aborted: await reading.then(() => 'was read', reason => reason.name),
  }
`

const modules = new Map<string, Module>()

function load(specifier: string): Module {
  const known = modules.get(specifier)
  const path = specifier.startsWith('./') ? `src/client/${specifier}` : `node_modules/${specifier}/dist/index.mjs`
  const source = () => stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8'))
  const module = known ?? new SourceTextModule(source(), { context, identifier: specifier })
  modules.set(specifier, module)
  return module
}

const told = new SourceTextModule(story, { context })
await told.link(load)
await told.evaluate()
process.stdout.write(JSON.stringify((told.namespace as { told: unknown }).told))

/**
 * Preload module (`--import`) that appends the name of each loaded OpenTelemetry package to the file LOADED_MODULES.
 */

import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /node_modules\/(@opentelemetry\/[^/]+)\//.exec(url) ?? []
    if (name) appendFileSync(process.env.LOADED_MODULES ?? '', `${name}\n`)
    return nextLoad(url, context)
  },
})

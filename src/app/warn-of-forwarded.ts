/** Warns once, in development, of a request that has come through a proxy: its sender is not the developer of this machine. */

import { exposureWarning } from '../config/exposure.ts'
import type { App } from '../http/fastify-types.ts'
import { forwardingHeaderOf } from '../http/request/same-origin.ts'

/** Registers the hook, which looks at requests until the first warning of the process. */
export function warnOfForwarded(app: App): void {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const header = hasWarned ? undefined : forwardingHeaderOf(request.raw.headers)
    if (header !== undefined) {
      hasWarned = true
      app.log.warn(exposureWarning(`a request has come through a proxy, which has added ${header}`))
    }
    done()
  })
}

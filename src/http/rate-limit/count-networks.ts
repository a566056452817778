/** Counts each request for its client network before its token is verified. */

import type { App } from '../fastify-types.ts'
import type { NetworkBudget } from './network-budget.ts'

/** Registers the counting on all routes; register it before the authorisation. */
export function countNetworks(app: App, budget: NetworkBudget): void {
  app.decorateRequest('networkCount')
  app.addHook('onRequest', (request, _reply, done) => {
    budget.count(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    budget.settle(request, reply.statusCode)
    done()
  })
}

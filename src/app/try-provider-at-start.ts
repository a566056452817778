/** Tries the identity provider of the office when the server listens, so that a wrong setting is told before the first sign-in. */

import { findCure } from '../auth/provider-cure.ts'
import type { App } from '../http/fastify-types.ts'
import { withoutStack } from '../http/response/error-handler.ts'
import type { IdentityProvider } from '../office/sign-in/identity-provider.oidc.ts'
import { ProviderFailure } from '../office/sign-in/provider-failure.oidc.ts'

/** What the variable must be the address of. */
const DESCRIBED = 'the issuer, below which /.well-known/openid-configuration is its description'

/** What is tried, and until when. */
interface Trial {
  provider: IdentityProvider
  issuer: string
  /** The end of the server, after which nothing is told. */
  ending: AbortSignal
}

/** Registers the trial. Nothing waits for it: the server is ready whatever the provider answers. */
export function tryProviderAtStart(app: App, { provider, issuer, ending }: Trial): void {
  app.addHook('onListen', async () => {
    provider.check().then(
      () => app.log.debug('the identity provider of the office answers'),
      error => {
        if (!ending.aborted) app.log.warn(entryOf(error, issuer), 'nobody can sign in to the office')
      },
    )
  })
}

function entryOf(error: unknown, address: string): object {
  if (!(error instanceof ProviderFailure)) return { err: withoutStack(error) }
  const { entry, reason } = error
  const setting = { variable: 'OFFICE_OIDC_ISSUER', address, expected: DESCRIBED }
  const cure = reason === undefined ? 'change at the provider what the cause names' : findCure(reason, setting)
  return { ...entry, cure }
}

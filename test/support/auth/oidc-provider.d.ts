/** The parts of `oidc-provider` that tests use; the package has no types. */

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** The context of a request to the provider. */
  export interface Context {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      params: { scope: string; resource: string }
      provider: Provider
    }
  }

  /** What an account allowed a client. */
  export interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  /** An OpenID provider. */
  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (properties: {
      clientId: string
      accountId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ params: Record<string, string> }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}

/** What Sepet does with an access token of an authorization server. */

import { refusalsOf } from '../cart/cart.ts'
import { ids } from '../import/shop-file.ts'
import { type Answer, startService, type TestService } from '../service/service.ts'
import { startTokenProvider, TOKEN_AUDIENCE, type TokenProvider, type TokenProviderOptions } from './token-provider.ts'

/** What a set-up does to its tokens and keys. */
export interface TokenVisit {
  provider: TokenProvider
  /** Reads a cart by a token. @returns `accepted`, or status, code and detail of the refusal */
  use: (token: string) => Promise<string>
  /** Lets the clock of Sepet go on. */
  wait: (ms: number) => void
}

/** A set-up, and what Sepet does with it. */
export interface TokenSetUp {
  /** The row of the table. */
  name: string
  /** Providers that are documented to have it. */
  seenAt: string
  /** `accepted`, or status, code and detail of the refusal. */
  outcome: string
  options?: TokenProviderOptions
  /** Variables that replace those of the other set-ups. */
  env?: NodeJS.ProcessEnv
  /** What is done; one token is used by default. */
  next?: (visit: TokenVisit) => Promise<string>
}

const useOne = async ({ provider, use }: TokenVisit) => use(await provider.token())

/** Tries a set-up. @returns its outcome */
export async function tokenOutcomeOf({ options, env, next = useOne }: TokenSetUp): Promise<string> {
  let offset = 0
  const provider = await startTokenProvider(options)
  const service = await startTokenService(provider, { env, now: () => Date.now() + offset })
  try {
    const use = async (token: string) => {
      const answer = await service.call('GET', '/cart', { token })
      return answer.status === 200 ? 'accepted' : refusalOf(answer)
    }
    const wait = (ms: number) => {
      offset += ms
    }
    return await next({ provider, use, wait })
  } finally {
    await service.stop()
    await provider.stop()
  }
}

function refusalOf(answer: Answer): string {
  const { errors } = answer.json as { errors: { detail: string }[] }
  return `${refusalsOf(answer).join()}: ${errors.map(({ detail }) => detail).join()}`
}

interface ServiceSettings {
  env: NodeJS.ProcessEnv | undefined
  now: () => number
}

async function startTokenService(provider: TokenProvider, { env, now }: ServiceSettings): Promise<TestService> {
  const variables = {
    ACCESS_TOKEN_SECRET: '',
    ACCESS_TOKEN_JWKS_URL: provider.jwksUrl,
    ACCESS_TOKEN_ISSUER: provider.issuer,
    ACCESS_TOKEN_AUDIENCE: TOKEN_AUDIENCE,
    ACCESS_TOKEN_MEMBER_CLAIM: 'customer',
    ACCESS_TOKEN_SCOPE_CLAIMS: 'scope,scp,roles',
    ...env,
  }
  const service = await startService('sqlite', variables, now)
  await service.importShop({ customers: [{ id: ids.member, externalId: 'ada', email: 'ada@example.com' }] })
  return service
}

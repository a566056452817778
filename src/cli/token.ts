/** `sepet token`: mints an access token like those of the shop's identity provider. */

import { randomUUID } from 'node:crypto'
import { SCOPES } from '../auth/access.ts'
import { mintAccessToken } from '../auth/access-token.jwt.ts'
import { parseSubject } from '../auth/identity.ts'
import type { Config } from '../config/config.ts'
import { tokenSettings } from '../config/secrets.ts'
import { CommandError } from './command-error.ts'
import type { TokenKind } from './token-kinds.ts'

export type { TokenKind }

const defaults: Record<TokenKind, { id: () => string; scope: string; ids: string }> = {
  member: { id: () => '1', scope: 'storefront:account', ids: 'the id of a customer, such as 42' },
  guest: { id: randomUUID, scope: 'storefront:cart', ids: 'a UUID; without --id it is a new guest’s' },
  app: { id: () => 'cli', scope: 'storefront:read', ids: 'a name' },
  admin: { id: () => 'cli', scope: 'customers:read customers:write customers:delete', ids: 'a name' },
}

/** Options of `sepet token`. */
export interface TokenOptions {
  /** Customer id, guest UUID or name, by the kind of the token. */
  id?: string
  /** Scopes, separated by spaces; all scopes of the kind by default. */
  scope?: string
  /** Lifetime in seconds. */
  ttlSeconds: number
}

/**
 * Describes the scopes that no route requires; undefined where there are none. Tokens of apps may have any scope.
 * @param scopes the value of `--scope`
 */
export function describeUnknownScopes(config: Config, kind: TokenKind, scopes: string): string | undefined {
  const mapped = (config.ACCESS_TOKEN_SCOPE_MAP ?? []).map(({ theirs }) => theirs)
  const known = [...SCOPES, ...mapped]
  const unknown = scopes.split(' ').filter(scope => scope !== '' && !known.includes(scope))
  if (kind === 'app' || unknown.length === 0) return undefined
  return `--scope names ${unknown.join(' and ')}, which no endpoint requires. Scopes are ${known.join(', ')}.`
}

/**
 * Mints a token that the server accepts with this configuration.
 * @throws CommandError when an external issuer signs the tokens, a claim of its own names the members, or the id is not valid
 */
export async function mintToken(config: Config, kind: TokenKind, options: TokenOptions): Promise<string> {
  if (config.ACCESS_TOKEN_JWKS_URL) {
    throw new CommandError('Tokens come from the issuer of ACCESS_TOKEN_JWKS_URL; only it can sign them.')
  }
  if (config.ACCESS_TOKEN_MEMBER_CLAIM && kind !== 'admin') {
    throw new CommandError('With ACCESS_TOKEN_MEMBER_CLAIM, only tokens of administrators can be minted.')
  }
  const sub = `${kind}:${options.id ?? defaults[kind].id()}`
  if (!parseSubject(sub)) throw new CommandError(`With ${kind}, --id must be ${defaults[kind].ids}.`)
  const claims = { sub, scope: options.scope ?? defaults[kind].scope, jti: randomUUID() }
  const issuedAt = Math.floor(Date.now() / 1000)
  return mintAccessToken(tokenSettings(config), claims, { issuedAt, ttlSeconds: options.ttlSeconds })
}

/** Secrets: configured ones, or in development generated once, so that a first start needs no configuration. */

import { hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { TokenSettings } from '../auth/access-token.jwt.ts'
import type { Config } from './config.ts'
import { keepFile } from './keep-file.ts'

/** The name of the file with the secrets that development generates. */
export const SECRETS_FILE = 'development-secrets.json'

/** Keys of the tokens that Sepet signs. */
export interface Secrets {
  /** HS256 key of access tokens. */
  accessToken: string
  /** Keys of handoff tokens: the first signs, all verify. */
  handoff: string[]
  /** Keys of the tokens that Sepet issues itself: the first signs, all verify. Empty: it issues none. */
  sepetToken: string[]
}

/** Secrets that development generates and stores. */
type Generated = Pick<Secrets, 'accessToken' | 'handoff'>

/** Returns the configured secrets; in development, missing ones are generated and stored under `DATA_DIR`. */
export function loadSecrets(config: Config): Secrets {
  const { ACCESS_TOKEN_SECRET, HANDOFF_SECRET, SEPET_TOKEN_SECRET, DATA_DIR } = config
  const generated = needsGenerated(config) ? generate(DATA_DIR) : undefined
  return {
    accessToken: ACCESS_TOKEN_SECRET ?? generated?.accessToken ?? '',
    handoff: HANDOFF_SECRET ?? generated?.handoff ?? [],
    sepetToken: SEPET_TOKEN_SECRET ?? (generated ? [deriveSepetToken(generated)] : []),
  }
}

/** Whether tokens are signed with secrets that are stored under `DATA_DIR`. */
export function needsGenerated(config: Config): boolean {
  const { ACCESS_TOKEN_SECRET, ACCESS_TOKEN_JWKS_URL, HANDOFF_SECRET, SEPET_TOKEN_SECRET } = config
  const isComplete = (ACCESS_TOKEN_SECRET || ACCESS_TOKEN_JWKS_URL) && HANDOFF_SECRET && SEPET_TOKEN_SECRET
  return !isComplete && !config.production
}

/** Derives a third secret from the stored ones (RFC 5869), so that the file of an earlier version stays complete. */
function deriveSepetToken({ accessToken }: Generated): string {
  return Buffer.from(hkdfSync('sha256', accessToken, '', 'SEPET_TOKEN_SECRET', 32)).toString('base64url')
}

/** Returns the settings by which access tokens are verified and signed. */
export function tokenSettings(config: Config): TokenSettings {
  return {
    secret: loadSecrets(config).accessToken,
    jwksUrl: config.ACCESS_TOKEN_JWKS_URL,
    issuer: config.ACCESS_TOKEN_ISSUER,
    audience: config.ACCESS_TOKEN_AUDIENCE,
    clientIds: config.ACCESS_TOKEN_CLIENT_ID,
    memberClaim: config.ACCESS_TOKEN_MEMBER_CLAIM,
    scopeClaims: config.ACCESS_TOKEN_SCOPE_CLAIMS,
    scopeMap: config.ACCESS_TOKEN_SCOPE_MAP,
  }
}

/** Returns the stored secrets of a folder, and creates them if there are none. */
function generate(folder: string): Generated {
  const file = join(folder, SECRETS_FILE)
  const fresh = { accessToken: randomBytes(48).toString('base64url'), handoff: [randomBytes(48).toString('base64url')] }
  const text = keepFile(file, `${JSON.stringify(fresh, null, 2)}\n`)
  try {
    return parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new Error(`${file} cannot be used: ${message}. Delete it to get new secrets.`, { cause: error })
  }
}

function parse(text: string): Generated {
  const secrets = JSON.parse(text) as Partial<Generated>
  if (!secrets.accessToken || !secrets.handoff?.length) throw new Error('it lacks a secret')
  return secrets as Generated
}

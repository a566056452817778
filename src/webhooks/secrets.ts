/** Secrets of a webhook: their form, their rotation, and which of them sign. */

/** A secret of a webhook. */
export interface Secret {
  /** `whsec_` and the key in base64. */
  secret: string
  /** Time at which another one replaced it, in milliseconds since the epoch; null for the present one. */
  replacedAt: number | null
}

/** Prefix of secrets. */
export const PREFIX = 'whsec_'
/** The rule of secrets: the end of a sentence that begins with "secret must be". */
export const SECRET_RULE = 'whsec_ followed by 24 to 64 bytes in base64'

/** Maximum number of replaced secrets that sign: a rotation whose answer was lost can be repeated without an outage. */
const MAX_REPLACED = 2
/** Base64 with padding (RFC 4648 section 4). */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const [MIN_BYTES, MAX_BYTES] = [24, 64]

const GROUP = '[A-Za-z0-9+/]'
/** A secret as a pattern of JSON Schema: 24 to 63 bytes without padding, or up to 62 or 64 with it. */
export const SECRET_PATTERN = `^${PREFIX}((${GROUP}{4}){8,21}|(${GROUP}{4}){8,20}${GROUP}{3}=|(${GROUP}{4}){8,21}${GROUP}{2}==)$`

/** Whether a text has the form of a secret. */
export function isSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length)
  if (!text.startsWith(PREFIX) || encoded.length > 2 * MAX_BYTES || !BASE64.test(encoded)) return false
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0
  const bytes = (encoded.length / 4) * 3 - padding
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES
}

/** Returns the secrets that sign, the newest first: the present one, and up to two that were replaced within the overlap. */
export function livingSecrets(
  secrets: readonly Secret[],
  { now, overlapMs }: { now: number; overlapMs: number },
): Secret[] {
  return secrets.filter(({ replacedAt }, at) => {
    return replacedAt === null || (at <= MAX_REPLACED && now < replacedAt + overlapMs)
  })
}

/**
 * Replaces the present secret.
 * @returns the secrets, the newest first; as they were where the present one is the same
 */
export function rotated(
  secrets: readonly Secret[],
  secret: string,
  { now, overlapMs }: { now: number; overlapMs: number },
): readonly Secret[] {
  if (secrets[0]?.secret === secret) return secrets
  const replaced = secrets
    .map(each => ({ ...each, replacedAt: each.replacedAt ?? now }))
    .filter(each => each.secret !== secret)
  return livingSecrets([{ secret, replacedAt: null }, ...replaced], { now, overlapMs })
}

/** Secrets and signatures of webhooks (Standard Webhooks 1.0.0, the symmetric scheme). */

import { createHmac, randomBytes } from 'node:crypto'
import { PREFIX, type Secret } from './secrets.ts'

/** Generates a secret of 32 bytes. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`
}

/** A message to sign. */
export interface SignedMessage {
  /** The header `webhook-id`. */
  id: string
  /** Time of the attempt in seconds since the epoch. */
  timestamp: number
  body: string
}

/** Returns the header `webhook-signature`: one signature for each secret. */
export function signaturesOf({ id, timestamp, body }: SignedMessage, secrets: readonly Secret[]): string {
  const signed = `${id}.${timestamp}.${body}`
  return secrets.map(({ secret }) => `v1,${hmac(secret, signed)}`).join(' ')
}

function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}

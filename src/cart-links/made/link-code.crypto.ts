/** Codes of links that the shop makes: the link has the code, and the database its digest, from which nobody gets the link. */

import { createHash, randomBytes } from 'node:crypto'

const CODE_BYTES = 24

/** Makes the code of a new link: 192 random bits, `[A-Za-z0-9_-]`. */
export function newLinkCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url')
}

/** Whether a text has the form of a code. Other texts need no query. */
export function isLinkCode(text: string): boolean {
  return /^[A-Za-z0-9_-]{32}$/.test(text)
}

/** Returns the id by which the database has a link. */
export function linkIdOf(code: string): string {
  return createHash('sha256').update(`sepet cart link\n${code}`).digest('base64url')
}

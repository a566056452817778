/** Entity tags (RFC 9110 section 8.8.3): the tag of a body, and the comparisons with `If-None-Match` and `If-Match` headers. */

import { hash } from 'node:crypto'

/** Characters of base64url that a tag keeps of the hash: 132 bits. */
const TAG_LENGTH = 22

/** One entity tag, after any commas and blanks. */
const MEMBER = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** A list of entity tags with empty members (RFC 9110 section 5.6.1). No character has two readings, so the time is linear. */
const LIST = /^[ \t,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?:,[ \t,]*|$))*$/

/**
 * Computes the strong entity tag of a body, quoted. SHA-256 takes 1.4 µs for a cart of one line, like SHA-1; MD5 and SHA-512 take
 * longer (`node bench/entity-tag.ts`).
 */
export function entityTagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, TAG_LENGTH)}"`
}

/**
 * Whether an `If-None-Match` header names a tag, in the weak comparison: `W/` before a tag is ignored (RFC 9110 section 13.1.2).
 * @param header value of the header; one that is absent or malformed names no tag
 * @param tag result of `entityTagOf`
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  // Between the quotes of two members stands a comma, which `tag` does not contain: in a list the search finds members only.
  return header === '*' || (header.includes(tag) && LIST.test(header))
}

/**
 * Whether an `If-Match` header names a tag, in the strong comparison: a weak tag names none (RFC 9110 section 13.1.1). `*` names every tag.
 * @param tag result of `entityTagOf`
 * @returns undefined for a header that is no list of entity tags
 */
export function matchesTag(header: string, tag: string): boolean | undefined {
  if (header.trim() === '*') return true
  const members = LIST.test(header) ? header.match(MEMBER) : null
  return members?.includes(tag)
}

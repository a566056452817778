/**
 * Limit of unknown coupon codes: the codes that a request brings are counted before anything is known of them, and those that guests may know
 * are taken back afterwards. So a refusal tells nothing of the codes, and simultaneous requests never exceed the limit.
 */

import { Refusal } from '../../errors.ts'
import type { Platform } from '../operation.ts'
import { UcpRefusal } from '../refusals.ts'

/** A code that has been counted. */
interface CountedCode {
  uncount(): Promise<void>
}

/** Counts one code by every limit, or by none where one refuses it. @throws Refusal 429 */
export type CountCode = (platform: Platform) => Promise<readonly CountedCode[]>

/** What is known of codes once they are judged. */
interface Judged {
  /** Folded codes that no coupon has, or none that this shopper may know. */
  unknown: ReadonlySet<string>
}

/**
 * Judges the codes that a request brings within the limit of its platform.
 * @param brought folded codes, each once
 * @throws UcpRefusal `rate_limited`, and then none of the codes counts
 */
export type LimitCodes = <T extends Judged>(
  platform: Platform,
  brought: readonly string[],
  judge: () => Promise<T | undefined>,
) => Promise<T | undefined>

/** Creates the limit. */
export function createCodeLimit(countCode: CountCode): LimitCodes {
  return async (platform, brought, judge) => {
    const counted = new Map<string, readonly CountedCode[]>()
    let unknown: ReadonlySet<string> = new Set()
    try {
      for (const code of brought) counted.set(code, await countCode(platform).catch(refuse))
      const judged = await judge()
      unknown = judged?.unknown ?? unknown
      return judged
    } finally {
      const known = [...counted].filter(([code]) => !unknown.has(code))
      for (const each of known.flatMap(([, counts]) => counts)) await each.uncount()
    }
  }
}

/** @throws UcpRefusal that says what the platform can do without waiting */
function refuse(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { 'Retry-After': seconds } = error.headers
  const content = `Too many unknown discount codes: try again in ${seconds} s, or leave out the codes that the cart does not have yet.`
  throw new UcpRefusal('rate_limited', content, error.headers)
}

/** Path parameters that are any text, percent-encoded as one segment. */

import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'

/** A path parameter that is a text. */
interface TextSegment {
  /** Path before the segment. */
  path: string
  /** Name of the parameter. */
  name: string
  /** Completes the sentence "… must be". */
  rule: string
  isValid: (text: string) => boolean
  /** Whether a further segment may follow. */
  hasActions?: true
}

/**
 * Creates the checks of a text segment.
 * @returns `require`, a hook that refuses a wrong text with 400 before the body is read, and `refusalOfUndecodable`, which replaces the
 * router's error for a segment that is not percent-encoded UTF-8 and returns every other error itself
 */
export function createTextSegment({ path, name, rule, isValid, hasActions }: TextSegment) {
  // Any form of a request target, the absolute form included (RFC 9112 section 3.2).
  const target = new RegExp(`^(https?://[^/?#]*)?${path}/[^/?#]*${hasActions ? '(/[^/?#]*)?' : ''}([?#]|$)`)
  const invalid = () => new Refusal({ code: 'parameter_invalid', parameter: name, detail: `${name} must be ${rule}.` })
  return {
    require: async ({ params, raw }: FastifyRequest): Promise<void> => {
      const { [name]: text = '' } = params as Record<string, string>
      const [asked = ''] = (raw.url ?? '').split('?')
      // The router ends the path at a number sign: without this check `a#b` would be the text `a`.
      if (!isValid(text) || asked.includes('#')) throw invalid()
    },
    refusalOfUndecodable: (error: unknown, url: string): unknown =>
      (error as { code?: unknown }).code === 'FST_ERR_BAD_URL' && target.test(url) ? invalid() : error,
  }
}

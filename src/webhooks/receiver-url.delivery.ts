/** Checks a receiver's URL, and states the broken rule in the words of a refusal. */

import { type BrokenRule, checkUrl, MAX_URL_LENGTH } from '../outgoing/check-url.ts'

/** Creates the function that returns what a URL must be, where it is not; undefined for one that is allowed. */
export function createUrlCheck(allowHttp: boolean): (text: string) => string | undefined {
  const scheme = allowHttp ? 'https or http' : 'https'
  const rules: Record<BrokenRule, string> = {
    length: `a URL of at most ${MAX_URL_LENGTH} characters`,
    syntax: `an absolute URL with ${scheme}`,
    scheme: `an absolute URL with ${scheme}`,
    credentials: 'a URL without a user name and a password',
    fragment: 'a URL without a fragment',
  }
  return text => {
    const checked = checkUrl(text, { allowHttp })
    return 'broken' in checked ? rules[checked.broken] : undefined
  }
}

/** Checks a URL that others name, without resolving its host, and returns the broken rule. */

/** Largest length of a URL in characters. */
export const MAX_URL_LENGTH = 2_048

/** The broken rule: `length` is over 2,048 characters, `syntax` is no absolute URL, `scheme` is not https. */
export type BrokenRule = 'length' | 'syntax' | 'scheme' | 'credentials' | 'fragment'

/**
 * What no URL has: control characters, some of which the URL parser removes and PostgreSQL does not store, and blanks at the ends, which
 * the URL parser removes.
 */
const IN_NO_URL = /^ | $|\p{Cc}/u

/**
 * Checks a URL that others name, without resolving its host: absolute, https, at most 2,048 characters, with neither user name,
 * password nor fragment. The host is what the URL parser makes of its spelling: `https://2130706433/` is 127.0.0.1.
 * @param allowHttp whether http is allowed beside https
 */
export function checkUrl(text: string, { allowHttp }: { allowHttp: boolean }): { url: URL } | { broken: BrokenRule } {
  if (text.length > MAX_URL_LENGTH) return { broken: 'length' }
  const url = IN_NO_URL.test(text) || !text.isWellFormed() ? null : URL.parse(text)
  if (!url) return { broken: 'syntax' }
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return { broken: 'scheme' }
  if (url.username !== '' || url.password !== '') return { broken: 'credentials' }
  return text.includes('#') ? { broken: 'fragment' } : { url }
}

/** Returns the host of a URL as a name or an address, without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.+)\]$/, '$1')
}

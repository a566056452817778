/** The cookies of the office: one names the session, one a sign-in that the identity provider has not answered yet. */

/** Attributes of both cookies. Lax, because a link from a colleague's message must open a page with the session. */
export interface OfficeCookieAttributes {
  httpOnly: true
  sameSite: 'lax'
  path: '/'
  secure: boolean
}

/** Names and attributes of the cookies. */
export interface OfficeCookies {
  session: string
  pending: string
  attributes: OfficeCookieAttributes
}

/**
 * Creates names and attributes. On https the prefix `__Host-` prevents other hosts and paths from setting the cookies.
 * @param publicUrl the base URL that browsers use
 */
export function createOfficeCookies(publicUrl: string): OfficeCookies {
  const secure = publicUrl.toLowerCase().startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  return {
    session: `${prefix}sepet_office`,
    pending: `${prefix}sepet_office_sign_in`,
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  }
}

/** The cookie of a web session's id. */

/** The name and attributes of the cookie. */
export interface SessionCookie {
  name: string
  /** SameSite=Lax, because a link from another app must send the session; HttpOnly, because no script needs it. */
  attributes: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean }
}

/**
 * Creates the cookie's name and attributes. On https the prefix `__Host-` prevents other hosts and paths from setting the cookie.
 * @param publicUrl the base URL that browsers use
 */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.toLowerCase().startsWith('https:')
  return {
    name: secure ? '__Host-sepet_session' : 'sepet_session',
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  }
}

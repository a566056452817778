/** The cookie that carries a web session's id. */

/** A cookie's name and attributes, as decided by the address that browsers use. */
export interface SessionCookie {
  name: string
  /** Lax, since a link opened from another app must bring the session along; HttpOnly, since no script needs it. */
  attributes: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean }
}

/** Names the cookie. On https it has the `__Host-` prefix, so that no other host or path can plant one. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.toLowerCase().startsWith('https:')
  return {
    name: secure ? '__Host-sepet_session' : 'sepet_session',
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  }
}

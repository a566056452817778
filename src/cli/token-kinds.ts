/** Whom an access token may speak for. */
export const TOKEN_KINDS = ['member', 'guest', 'app', 'admin'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

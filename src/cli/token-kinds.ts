/** Subject kinds of access tokens. */
export const TOKEN_KINDS = ['member', 'guest', 'app', 'admin'] as const
/** One of the subject kinds. */
export type TokenKind = (typeof TOKEN_KINDS)[number]

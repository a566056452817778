/** Difference between the clock of a token's issuer and that of this process. */

/** How far ahead of this process's clock `nbf` and `iat` of a token may be, in seconds (RFC 7519 sections 4.1.5 and 4.1.6). */
export const CLOCK_SKEW_SECONDS = 5

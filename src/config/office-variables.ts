/** Environment variables of the office. */

import { httpUrl, text, truth } from './parsers.ts'
import { optional, variable } from './variable.ts'

/** The variables. The first three belong together. */
export const office = {
  OFFICE_OIDC_ISSUER: optional(
    httpUrl,
    'the issuer of the staff’s [identity provider](office.md#signing-in); without it there is no office in production',
  ),
  OFFICE_OIDC_CLIENT_ID: optional(text, 'the client that Sepet is registered as at the issuer'),
  OFFICE_OIDC_CLIENT_SECRET: optional(text, 'the secret of this client'),
  OFFICE_OIDC_SCOPE: variable('openid profile', text, 'space-separated scopes that a sign-in requests from the issuer'),
  OFFICE_OIDC_SCOPE_AS_RIGHTS: variable(
    false,
    truth,
    'whether the requested scopes that the issuer has granted are [rights](office.md#rights), for an issuer that grants them by person',
  ),
}

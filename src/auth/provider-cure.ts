/** What an operator does about an identity provider that does not answer as its setting says, for the log. */

/** A setting that is the address of an identity provider, of shoppers or of the staff. */
export interface AddressSetting {
  variable: string
  /** Its value, of which only the host is told. */
  address: string
  /** What the variable must be the address of. */
  expected: string
}

/** Codes of a certificate that is not accepted. */
export const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/

type Cure = (setting: AddressSetting & { host: string }) => string

const notExpected: Cure = ({ variable, expected }) => `${variable} must be the address of ${expected}`

/** Cures by codes; the first that fits counts. */
const cures: readonly [RegExp, Cure][] = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    ({ variable, host }) =>
      `${host} has no address here: check the name in ${variable}, and the name server of this machine`,
  ],
  [
    /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/,
    ({ variable, host }) =>
      `${host} accepts no connection: check ${variable}, and whether the provider runs (in a container, localhost is the container)`,
  ],
  [
    /TIMEOUT|ETIMEDOUT|ECONNRESET|UND_ERR_SOCKET|OAUTH_ABORT/,
    ({ variable, host }) => `${host} gives no complete answer in time: check ${variable}, the network and the provider`,
  ],
  [/CERT_HAS_EXPIRED/, ({ host }) => `the certificate of ${host} has expired: renew it`],
  [
    /ALTNAME/,
    ({ variable, host }) => `the certificate of ${host} is for another name: correct ${variable} or the certificate`,
  ],
  [
    CERTIFICATE,
    ({ host }) =>
      `the certificate of ${host} is of an unknown authority: set NODE_EXTRA_CA_CERTS to the file of your own authority, in the environment of the process (it has no effect in a file of --env-file)`,
  ],
  [
    /SSL|EPROTO/,
    ({ variable, host }) => `${host} does not answer by TLS: check the scheme and the port in ${variable}`,
  ],
  [/HTTP[ _]3/, setting => `${setting.host} answers with a redirect, which is not followed: ${notExpected(setting)}`],
  [
    /HTTP[ _](5|429)/,
    ({ variable, host }) => `${host} answers with an error: look at the log of the provider, and check ${variable}`,
  ],
  [
    /COMPARISON_FAILED/,
    ({ variable }) =>
      `${variable} must be exactly the issuer that the description names, with its slash at the end if it has one`,
  ],
  [
    /NO_VERIFYING_KEY/,
    ({ variable }) =>
      `the key set has no public key for signatures (RSA from 2048 bits, P-256, P-384, P-521 or Ed25519): create one at the provider, or correct ${variable}`,
  ],
  [/HTTP[ _]|NO_JSON|NO_KEY_SET|TOO_LARGE|PARSE_ERROR|NOT_JSON|NOT_CONFORM|INVALID_RESPONSE/, notExpected],
]

/** Returns what is to be done, in one sentence that names the variable. @param reason codes of the failure, such as `ECONNREFUSED` or `HTTP_404` */
export function findCure(reason: string, setting: AddressSetting): string {
  const { host } = new URL(setting.address)
  const [, cure] = cures.find(([codes]) => codes.test(reason)) ?? []
  return cure?.({ ...setting, host }) ?? `check ${setting.variable}, and whether this machine reaches ${host}`
}

/** Returns the first code of an error and its causes, such as `ECONNREFUSED`; an empty text without any. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code, name } = error as Error & { code?: unknown }
  if (typeof code === 'string') return code
  return name === 'TimeoutError' ? 'TIMEOUT' : codeOf(error.cause)
}

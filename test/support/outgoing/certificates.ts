/** Certificates for tests of TLS: an authority, and certificates of it or of others, in DER (RFC 5280). */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A certificate with its key, as `node:tls` takes them. */
export interface Certificate {
  cert: string
  key: string
}

/** What a certificate states. */
interface Contents {
  /** Names of the subject, in the extension subjectAltName. */
  names: string[]
  /** Its last second; a day from now unless stated. */
  until?: Date
}

/** An authority that issues certificates. */
export interface Authority {
  /** Its own certificate, to be trusted. */
  cert: string
  issue(contents: Contents): Certificate
}

const DAY_MS = 86_400_000
/** Object identifiers, as DER has them. */
const OID = { commonName: '550403', altName: '551d11', constraints: '551d13', ecdsaWithSha256: '2a8648ce3d040302' }

/** Makes an authority with a key of its own. */
export function makeAuthority(name: string): Authority {
  const keys = makeKeys()
  const isAuthority = extension(OID.constraints, sequence(der(0x01, Buffer.from([0xff]))))
  const build = (subject: string, key: KeyObject, until: Date, more: Buffer) =>
    certificate({ issuer: name, subject, key, until, more, signedWith: keys.privateKey })
  return {
    cert: build(name, keys.publicKey, new Date(Date.now() + DAY_MS), isAuthority),
    issue({ names, until = new Date(Date.now() + DAY_MS) }) {
      const own = makeKeys()
      // [2] dNSName of GeneralName.
      const altNames = sequence(...names.map(each => der(0x82, Buffer.from(each))))
      return {
        cert: build(names[0] ?? '', own.publicKey, until, extension(OID.altName, altNames)),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

interface Parts {
  issuer: string
  subject: string
  key: KeyObject
  until: Date
  more: Buffer
  signedWith: KeyObject
}

function certificate({ issuer, subject, key, until, more, signedWith }: Parts): string {
  const algorithm = sequence(oid(OID.ecdsaWithSha256))
  const contents = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1 + Math.floor(Math.random() * 127)])),
    algorithm,
    nameOf(issuer),
    sequence(time(new Date(until.getTime() - 30 * DAY_MS)), time(until)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(more)),
  )
  const signature = sign('sha256', contents, signedWith)
  const whole = sequence(contents, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value))
const nameOf = (text: string) => sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(text)))))
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')))

/** Tag, length and value. */
function der(tag: number, value: Buffer): Buffer {
  const { length } = value
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

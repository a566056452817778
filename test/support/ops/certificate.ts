/** Certificates for 127.0.0.1, made by openssl. */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { findProgram } from './find-program.ts'

/** The path of openssl, where it is installed. */
export const openssl = findProgram('openssl')

/** Creates a self-signed certificate, `shop.key` and `shop.crt`. @returns the paths of key and certificate */
export async function makeCertificate(folder: string): Promise<[key: string, certificate: string]> {
  const [key, certificate] = [join(folder, 'shop.key'), join(folder, 'shop.crt')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=shop.example.com', '-addext', 'subjectAltName=IP:127.0.0.1']
  await promisify(execFile)(openssl ?? 'openssl', [
    ...['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate],
  ])
  return [key, certificate]
}

/** Creates a certificate that this process trusts. @returns the paths of key and certificate */
export async function trustCertificate(folder: string): Promise<[key: string, certificate: string]> {
  const [key, certificate] = await makeCertificate(folder)
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')])
  return [key, certificate]
}

/** nginx with deploy/nginx.conf, on free ports and with a certificate of the test. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endWithParent } from '../service/end-with-parent.ts'
import { freePort } from '../service/test-server.ts'
import { makeCertificate, openssl, trustCertificate } from './certificate.ts'
import { findProgram } from './find-program.ts'

const run = promisify(execFile)
const CONFIGURATION = join(import.meta.dirname, '../../../deploy/nginx.conf')

/** At least a minute on a busy machine. */
const ATTEMPTS = 2_400

const nginx = findProgram('nginx')

/** The reason why tests with nginx are skipped, or false when they run. In CI they are never skipped. */
export const withoutNginx = (nginx && openssl) || process.env.CI ? false : 'nginx and openssl are not both installed'

/** A running nginx. */
export interface Nginx {
  url: string
  /** @returns all its log files */
  logs: () => string
  stop: () => Promise<void>
}

/**
 * Starts nginx in front of two instances and a web shop, after `nginx -t` has accepted the configuration.
 * @param change what an operator changes in the configuration
 */
export async function startNginx(
  ports: [number, number],
  webShop: number,
  change = (text: string) => text,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-nginx-'))
  const [plain, port] = [await freePort(), await freePort()]
  await trustCertificate(folder)
  const site = change(readFileSync(CONFIGURATION, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${webShop}`)
    .replaceAll('/etc/nginx/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), around(folder))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')]
  await run(nginx ?? '', ['-t', '-q', ...args])
  const child = endWithParent(spawn(nginx ?? '', args, { stdio: 'ignore' }))
  const url = `https://127.0.0.1:${port}`
  await untilListening(url, child)
  return {
    url,
    logs: () =>
      readdirSync(folder)
        .filter(name => name.endsWith('.log'))
        .map(name => readFileSync(join(folder, name), 'utf8'))
        .join(''),
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs `nginx -t` on a site without a certificate. @throws Error when nginx rejects the site */
export async function checkSite(site: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-nginx-'))
  const [key, certificate] = await makeCertificate(folder)
  const certified = `ssl_certificate ${certificate};\nssl_certificate_key ${key};\n${site}`
  writeFileSync(join(folder, 'site.conf'), certified.replaceAll('/var/log/nginx/', `${folder}/`))
  writeFileSync(join(folder, 'nginx.conf'), around(folder))
  await run(nginx ?? '', ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')]).finally(() =>
    rmSync(folder, { recursive: true }),
  )
}

/** @returns an nginx.conf around the site, as in a distribution, with all paths inside the folder */
function around(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  ${kinds.map(kind => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include ${folder}/site.conf;
}
`
}

/** Waits until nginx answers. @throws Error when it ends or does not answer */
async function untilListening(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answers) return
    await sleep(25)
  }
  throw new Error('nginx does not answer')
}

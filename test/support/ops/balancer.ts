/**
 * Starts a balancer in front of two instances: HAProxy with deploy/haproxy.cfg, or the balancer of `plain-balancer.ts`
 * when HAProxy is not installed or `TEST_BALANCER=plain`.
 */

import { spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from '../service/end-with-parent.ts'
import { freePort } from '../service/test-server.ts'
import { trustCertificate } from './certificate.ts'
import { findProgram } from './find-program.ts'
import { startPlainBalancer } from './plain-balancer.ts'

/** At least a minute: on a busy machine, a process takes many times as long to start. */
const ATTEMPTS = 1_200
const PAUSE_MS = 50
const CONFIGURATION = join(import.meta.dirname, '../../../deploy/haproxy.cfg')

/** A running balancer. */
export interface Balancer {
  name: string
  url: string
  stop: () => Promise<void>
}

/** The path of HAProxy, when it is installed and not disabled by `TEST_BALANCER`. */
export const haproxy = process.env.TEST_BALANCER === 'plain' ? undefined : findProgram('haproxy')

/** The reason why tests with HAProxy are skipped, or false when they run. In CI they are never skipped. */
export const withoutHaproxy = haproxy || process.env.CI ? false : 'HAProxy is not installed'

/** Starts the balancer before the two instances, and waits until it listens. @param more environment of HAProxy */
export function startBalancer(ports: [number, number], more: NodeJS.ProcessEnv = {}): Promise<Balancer> {
  const [SEPET_ONE, SEPET_TWO] = ports.map(port => `127.0.0.1:${port}`)
  return haproxy ? runHaproxy(CONFIGURATION, 'http', { SEPET_ONE, SEPET_TWO, ...more }) : startPlainBalancer(ports)
}

/** Starts HAProxy on https, by the line that its configuration contains for it. @param env its other addresses */
export async function startSecureHaproxy(ports: [number, number], env: NodeJS.ProcessEnv): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-haproxy-'))
  const [key, certificate] = await trustCertificate(folder)
  const pem = join(folder, 'shop.pem')
  copyFileSync(certificate, pem)
  appendFileSync(pem, readFileSync(key))
  const text = readFileSync(CONFIGURATION, 'utf8')
  const [, options = ''] = /# On https: bind :443 (.*)/.exec(text) ?? []
  const file = join(folder, 'haproxy.cfg')
  const secure = text.replace(/^ *bind "\$\{BIND-.*$/m, line => `${line} ${options}`)
  writeFileSync(file, secure.replaceAll('/etc/haproxy/shop.pem', pem))
  const [SEPET_ONE, SEPET_TWO] = ports.map(port => `127.0.0.1:${port}`)
  const balancer = await runHaproxy(file, 'https', { SEPET_ONE, SEPET_TWO, ...env })
  const stop = async () => {
    await balancer.stop()
    rmSync(folder, { recursive: true })
  }
  return { ...balancer, stop }
}

async function runHaproxy(file: string, scheme: 'http' | 'https', env: NodeJS.ProcessEnv): Promise<Balancer> {
  const port = await freePort()
  const [BIND, BIND_INSIDE] = [`127.0.0.1:${port}`, `127.0.0.1:${await freePort()}`]
  const options = { env: { ...env, BIND, BIND_INSIDE }, stdio: 'ignore' } as const
  const child = endWithParent(spawn(haproxy ?? 'haproxy', ['-db', '-q', '-f', file], options))
  const ended = new Promise(resolve => child.on('exit', resolve))
  const url = `${scheme}://127.0.0.1:${port}`
  await untilAnswered(url, status => status > 0)
  return {
    name: 'HAProxy',
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Waits until the status of a response is accepted; a failed connection has the status 0.
 * @throws Error after a minute or more
 */
export async function untilAnswered(url: string, isEnough: (status: number) => boolean): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const status = await fetch(url).then(
      answer => answer.status,
      () => 0,
    )
    if (isEnough(status)) return
    await sleep(PAUSE_MS)
  }
  throw new Error(`${url} does not answer as expected`)
}

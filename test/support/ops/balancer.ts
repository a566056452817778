/**
 * Starts a balancer in front of two instances: HAProxy with deploy/haproxy.cfg, or the balancer of `plain-balancer.ts`
 * when HAProxy is not installed or `TEST_BALANCER=plain`.
 */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from '../service/end-with-parent.ts'
import { freePort } from '../service/test-server.ts'
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

/** @returns the path of an installed program, or undefined */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map(folder => join(folder, name)).find(existsSync)
}

/** Starts the balancer before the two instances, and waits until it listens. @param more environment of HAProxy */
export function startBalancer(ports: [number, number], more: NodeJS.ProcessEnv = {}): Promise<Balancer> {
  const [SEPET_ONE, SEPET_TWO] = ports.map(port => `127.0.0.1:${port}`)
  return haproxy ? startHaproxy(haproxy, { SEPET_ONE, SEPET_TWO, ...more }) : startPlainBalancer(ports)
}

async function startHaproxy(binary: string, env: NodeJS.ProcessEnv): Promise<Balancer> {
  const port = await freePort()
  const [BIND, BIND_INSIDE] = [`127.0.0.1:${port}`, `127.0.0.1:${await freePort()}`]
  const options = { env: { ...env, BIND, BIND_INSIDE }, stdio: 'ignore' } as const
  const child = endWithParent(spawn(binary, ['-db', '-q', '-f', CONFIGURATION], options))
  const ended = new Promise(resolve => child.on('exit', resolve))
  const url = `http://127.0.0.1:${port}`
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

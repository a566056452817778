/** A balancer in front of two instances: HAProxy with the configuration that the docs offer, or one of our own where it is not installed, or `TEST_BALANCER=plain`. */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlainBalancer } from './plain-balancer.ts'
import { freePort } from './test-server.ts'

const CONFIGURATION = join(import.meta.dirname, '../../deploy/haproxy.cfg')

export interface Balancer {
  name: string
  url: string
  stop: () => Promise<void>
}

/** Starts it before the two instances, which are down at first; waits until it listens. */
export async function startBalancer(ports: [number, number]): Promise<Balancer> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const isWanted = process.env.TEST_BALANCER !== 'plain'
  const binary = isWanted && folders.map(folder => join(folder, 'haproxy')).find(existsSync)
  return binary ? startHaproxy(binary, ports) : startPlainBalancer(ports)
}

async function startHaproxy(binary: string, [one, two]: [number, number]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-haproxy-'))
  const port = await freePort()
  const path = join(folder, 'haproxy.cfg')
  const text = readFileSync(CONFIGURATION, 'utf8')
  writeFileSync(path, text.replace(':8080', `:${port}`).replaceAll(':8081', `:${one}`).replaceAll(':8082', `:${two}`))
  const child = spawn(binary, ['-db', '-q', '-f', path], { stdio: 'ignore' })
  const ended = new Promise(resolve => child.on('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(url, status => status > 0)
  return {
    name: 'HAProxy',
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Waits until an answer has a status that will do; a failed connection is 0. */
export async function untilAnswered(url: string, isEnough: (status: number) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const status = await fetch(url).then(
      answer => answer.status,
      () => 0,
    )
    if (isEnough(status)) return
    await sleep(50)
  }
  throw new Error(`${url} does not answer as expected`)
}

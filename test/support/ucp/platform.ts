/** A platform of shopping agents: a server on this machine with its profile, which answers as a test tells it. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { NEWEST_VERSION, type UcpVersion } from '../../../src/ucp/versions.ts'
import type { Callable } from '../service/service.ts'
import { ask } from './ask.ts'

/** Answers a request for the profile. */
export type AnswerProfile = (request: IncomingMessage, response: ServerResponse) => void

/** A running platform. */
export interface AgentPlatform {
  /** URL of its profile; other paths have the same profile. */
  profile: string
  origin: string
  /** The value of `UCP-Agent`. */
  agent: string
  /** Paths of the requests so far. */
  fetched: string[]
  /** Headers of the latest request. */
  headers: () => IncomingMessage['headers']
  /** Sets the answers to further requests. */
  answer: (next: AnswerProfile | string) => void
  stop: () => Promise<void>
}

/** The variable that lists platforms, whose profiles are on this machine. */
export function listing(...platforms: readonly Pick<AgentPlatform, 'origin'>[]): { UCP_PLATFORM_PROFILES: string } {
  return { UCP_PLATFORM_PROFILES: platforms.map(({ origin }) => origin).join() }
}

/** Names of the capabilities that the door offers. */
export const ALL = ['cart', 'discount', 'catalog.search', 'catalog.lookup'].map(name => `dev.ucp.shopping.${name}`)

/** @returns the text of a profile of a version with these capabilities; by default all, in the newest one */
export function profileText(
  capabilities: readonly string[] = ALL,
  more: object = {},
  version: UcpVersion = NEWEST_VERSION,
): string {
  const registry = Object.fromEntries(capabilities.map(name => [name, [{ version }]]))
  return JSON.stringify({
    ucp: { version, services: {}, capabilities: registry, payment_handlers: {}, ...more },
  })
}

/** @returns the answer with a profile of a version that a service keeps for a day, so that it is not fetched again while a test runs */
export function keptForADay(version: UcpVersion = NEWEST_VERSION): AnswerProfile {
  return (_request, response) => {
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=86400' }
    response.writeHead(200, headers).end(profileText(ALL, {}, version))
  }
}

/** Starts a platform whose profile has all capabilities and is kept for a day, unless another text or answer is given. */
export async function startPlatform(first: AnswerProfile | string = keptForADay()): Promise<AgentPlatform> {
  const fetched: string[] = []
  let answer = answerOf(first)
  let headers: IncomingMessage['headers'] = {}
  const server = createServer((request, response) => {
    fetched.push(request.url ?? '')
    headers = request.headers
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const profile = `${origin}/profile.json`
  return {
    profile,
    origin,
    agent: `profile="${profile}"`,
    fetched,
    headers: () => headers,
    answer: next => {
      answer = answerOf(next)
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answerOf(answer: AnswerProfile | string): AnswerProfile {
  if (typeof answer !== 'string') return answer
  return (_request, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer)
}

/** A profile that two minutes of requests, with half a second between two, have not brought into memory is out of reach for another reason. */
const MAX_ASKED = 240
const PAUSE_MS = 500
/** The beginnings of refusals after five seconds of other writes. Nothing was done. */
const BUSY = /^Other (requests keep the database busy|writes to this cart took too long)\./

/** Waits until a service has a profile in memory: on a busy machine, the first fetches of it may take longer than the service waits. */
export async function awaitProfile(
  service: Pick<Callable, 'call'>,
  profile: string,
  headers: Record<string, string> = {},
): Promise<void> {
  for (let asked = 0; asked < MAX_ASKED; asked++) {
    const { code } = await ask(service, 'REST', 'get_cart', { id: 'x', profile, headers })
    if (code !== 'profile_unreachable') return
    await setTimeout(PAUSE_MS)
  }
  throw new Error(`No request found the profile ${profile} in memory.`)
}

/**
 * Sends a request of an agent, again while it is refused before it does anything: for a profile that did not arrive within the time that a service
 * waits, or for a busy database.
 */
export async function untilServed<T extends { json: unknown }>(send: () => Promise<T>): Promise<T> {
  for (let asked = 1; ; asked++) {
    const answer = await send()
    const { code, content } = (answer.json ?? {}) as { code?: unknown; content?: unknown }
    const isRefused = code === 'profile_unreachable' || (code === 'service_unavailable' && BUSY.test(String(content)))
    if (!isRefused || asked === MAX_ASKED) return answer
    await setTimeout(PAUSE_MS)
  }
}

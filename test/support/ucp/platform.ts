/** A platform of shopping agents: a server on this machine with its profile, which answers as a test tells it. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

const VERSION = '2026-04-08'

/** Names of the capabilities that the door offers. */
export const ALL = ['cart', 'discount', 'catalog.search', 'catalog.lookup'].map(name => `dev.ucp.shopping.${name}`)

/** @returns the text of a profile with these capabilities */
export function profileText(capabilities: readonly string[] = ALL, more: object = {}): string {
  const registry = Object.fromEntries(capabilities.map(name => [name, [{ version: VERSION }]]))
  return JSON.stringify({
    ucp: { version: VERSION, services: {}, capabilities: registry, payment_handlers: {}, ...more },
  })
}

/** Starts a platform whose profile has all capabilities, unless another text or answer is given. */
export async function startPlatform(first: AnswerProfile | string = profileText()): Promise<AgentPlatform> {
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

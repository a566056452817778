/** A server that redirects every request to a server of another origin, which records what arrives. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The servers. */
export interface Redirector {
  /** The address that redirects. */
  url: string
  /** The origin of the other address. */
  target: string
  /** The requests that have arrived, without preflights: method and path. */
  asked: string[]
  /** The requests that have arrived at the other address, with their credential. */
  leaked: string[]
  /** Replaces the redirect from now on. */
  use: (redirect: Redirect) => void
  stop: () => void
}

/** A redirect: its status, its `Location`, and whether its body never ends. */
interface Redirect {
  status?: number
  location?: string
  isEndless?: boolean
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': '*',
}
/** What browsers require before they send `Authorization` to another origin, which `*` does not include. */
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Headers': 'authorization, accept, content-type, idempotency-key, if-match',
}

/** Starts both servers on free ports. The other address is `localhost`, the redirecting one 127.0.0.1. */
export async function startRedirector(): Promise<Redirector> {
  const [asked, leaked]: [string[], string[]] = [[], []]
  const other = await listen(({ method, url, headers }, response) => {
    leaked.push(`${method} ${url} ${headers.authorization ?? ''}`)
    response.writeHead(200, { ...PREFLIGHT, 'Content-Type': 'application/json' }).end('{"data":{"id":"me"}}')
  })
  const target = `http://localhost:${portOf(other)}`
  let redirect: Redirect = {}
  const front = await listen(({ method, url }, response) => {
    if (method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end()
    asked.push(`${method} ${url}`)
    const { status = 307, location = `${target}${url}`, isEndless = false } = redirect
    response.writeHead(status, { ...CORS, Location: location }).write('moved')
    if (!isEndless) response.end()
  })
  return {
    url: `http://127.0.0.1:${portOf(front)}`,
    target,
    asked,
    leaked,
    use: next => {
      redirect = next
    },
    stop: () => {
      for (const server of [front, other]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume()
    handle(request, response)
  }).listen(0)
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

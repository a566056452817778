/** A small HTTP balancer with the rules of `deploy/haproxy.cfg`, for machines without HAProxy. */

import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHECK_EVERY_MS = 500
const CHECK_TIMEOUT_MS = 2_000
/** Consecutive failed checks after which an instance is down. */
const FALL = 2

/** An instance behind the balancer, and the state of its checks. */
interface Instance {
  port: number
  isUp: boolean
  failures: number
  agent: Agent
}

/** Starts the balancer; an instance is down until its first successful check. */
export async function startPlainBalancer(ports: number[]) {
  const instances = ports.map(port => ({ port, isUp: false, failures: 0, agent: new Agent({ keepAlive: true }) }))
  const checking = setInterval(() => void instances.map(check), CHECK_EVERY_MS)
  let turn = 0
  const server = createServer((request, response) => {
    const up = instances.filter(({ isUp }) => isUp)
    // While no instance is ready, the instances answer 503 themselves.
    const usable = up.length > 0 ? up : instances
    const first = turn++
    pass(
      request,
      response,
      usable.map((_, n) => usable[(first + n) % usable.length] as Instance),
    )
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    name: 'a balancer of the tests',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      clearInterval(checking)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      for (const { agent } of instances) agent.destroy()
    },
  }
}

/** Requests /health/ready of an instance and updates its state. */
function check(instance: Instance): void {
  const found = (isReady: boolean) => {
    instance.failures = isReady ? 0 : instance.failures + 1
    if (isReady || instance.failures >= FALL) instance.isUp = isReady
  }
  const probe = send({
    host: '127.0.0.1',
    port: instance.port,
    path: '/health/ready',
    agent: false,
    timeout: CHECK_TIMEOUT_MS,
  })
  probe.on('response', answer => found(answer.resume().statusCode === 200))
  probe.on('timeout', () => probe.destroy())
  probe.on('error', () => found(false)).end()
}

/** Another instance is tried only after a refused connection, because then nothing was sent. */
function pass(request: IncomingMessage, response: ServerResponse, [instance, ...others]: Instance[]): void {
  if (!instance) {
    response.writeHead(503).end()
    return
  }
  const { method, url: path, headers } = request
  const { connection: _, ...passed } = headers
  const onward = send({ host: '127.0.0.1', port: instance.port, agent: instance.agent, method, path, headers: passed })
  onward.on('response', answer => {
    const { connection: _, 'keep-alive': __, ...fields } = answer.headers
    response.writeHead(answer.statusCode ?? 502, fields)
    answer.pipe(response)
  })
  onward.on('error', error => {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' && !response.headersSent) pass(request, response, others)
    else if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  // Bodies of the tests are small: they arrive before a connection can be refused.
  onward.once('socket', socket => {
    const forward = () => request.pipe(onward)
    if (socket.connecting) socket.once('connect', forward)
    else forward()
  })
}

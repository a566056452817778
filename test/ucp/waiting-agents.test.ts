/** Agents that wait for a profile: they take no place from other requests, and a body that has not arrived gives them none. */

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, TRANSPORTS } from '../support/ucp/ask.ts'
import { startDoor, toyOperations } from '../support/ucp/door.ts'
import { listing, profileText, startPlatform } from '../support/ucp/platform.ts'

const AT_ONCE = 2
const AGENTS = 20

describe('agents that wait for the profile of their platform', () => {
  // Proves: endless-profile
  it('leave the places of the server to others, also while their bodies have not arrived', async () => {
    const waiting: ServerResponse[] = []
    const platform = await startPlatform((_, response) => void waiting.push(response))
    const door = await startDoor({
      operations: toyOperations(),
      env: { ...listing(platform), MAX_REQUESTS_UNDER_WAY: String(AT_ONCE) },
    })
    const head = `POST /ucp/v1/carts HTTP/1.1\r\nHost: x\r\nUCP-Agent: ${platform.agent}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`
    const slow = Array.from({ length: AGENTS }, () =>
      connect(Number(new URL(door.url).port), '127.0.0.1', () => void 0),
    )
    for (const socket of slow) socket.write(head)
    let answered = 0
    const asked = Array.from({ length: AGENTS }, async (_, n) => {
      const { status } = await ask(door, TRANSPORTS[n % 2] ?? 'REST', 'get_cart', {
        id: 'x',
        profile: platform.profile,
      })
      answered += 1
      return status
    })
    while (waiting.length === 0) await sleep(5)
    for (let n = 0; n < 2 * AT_ONCE; n++) assert.equal((await door.call('GET', '/.well-known/ucp')).status, 200)
    assert.equal(answered, 0)
    waiting[0]?.end(profileText())
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([200]))
    // Admitted, and nothing of their bodies has arrived.
    for (let n = 0; n < 2 * AT_ONCE; n++) assert.equal((await door.call('GET', '/.well-known/ucp')).status, 200)
    const told = slow.map(socket => new Promise<string>(resolve => socket.once('data', data => resolve(String(data)))))
    for (const socket of slow) socket.write('{}')
    for (const text of await Promise.all(told)) assert.match(text, /^HTTP\/1.1 201 /)
    for (const socket of slow) socket.destroy()
    await door.stop()
    await platform.stop()
  })
})

describe('an overloaded server', () => {
  it('refuses agents in the form of their transport, with Retry-After', async () => {
    const platform = await startPlatform()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const operations = toyOperations().map(operation => ({
      ...operation,
      run: async (...asked: Parameters<typeof operation.run>) => {
        await released
        return operation.run(...asked)
      },
    }))
    const door = await startDoor({ operations, env: { ...listing(platform), MAX_REQUESTS_UNDER_WAY: '1' } })
    const { profile } = platform
    const running = ask(door, 'REST', 'get_cart', { id: 'x', profile })
    while (platform.fetched.length === 0) await sleep(5)
    const [rest, mcp] = await Promise.all(
      TRANSPORTS.map(transport => ask(door, transport, 'get_cart', { id: 'x', profile })),
    )
    for (const told of [rest, mcp]) {
      assert.deepEqual([told?.status, told?.code, told?.headers.get('retry-after')], [503, 'service_unavailable', '1'])
    }
    assert.deepEqual([mcp?.rpcCode, mcp?.json.retry_after], [-32000, 1])
    release()
    assert.equal((await running).status, 200)
    await door.stop()
    await platform.stop()
  })
})

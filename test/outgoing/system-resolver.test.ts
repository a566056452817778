/** Names that the system resolves: its hosts file, then its name servers. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createResolver, type Resolve } from '../../src/outgoing/outgoing.ts'
import { type NameServer, startNameServer } from '../support/outgoing/name-server.ts'

describe('a name', () => {
  const never = new AbortController().signal
  const folder = mkdtempSync(join(tmpdir(), 'sepet-hosts-'))
  const hostsFile = join(folder, 'hosts')
  let server: NameServer
  let resolve: Resolve
  before(async () => {
    server = await startNameServer({
      'erp.example': { ip: '192.0.2.7' },
      'old.example': { ip: '192.0.2.8', is: 'v4-only' },
      'empty.example': {},
      'slow.example': { is: 'silent' },
      'listed.example': { ip: '192.0.2.9' },
    })
    resolve = createResolver({ hostsFile, servers: [server.address] })
  })
  after(() => {
    server.stop()
    rmSync(folder, { recursive: true })
  })

  it('has the addresses of the name server, asked anew for each request', async () => {
    const before = server.asked.length
    assert.deepEqual(await resolve('erp.example', never), ['192.0.2.7'])
    assert.deepEqual(await resolve('erp.example', never), ['192.0.2.7'])
    assert.ok(server.asked.length - before >= 2 * 2)
  })

  it('has its IPv4 address where the name server answers no question for IPv6', async () => {
    assert.deepEqual(await resolve('old.example', never), ['192.0.2.8'])
  })

  it('is unknown where the name server does not know it, and where it has no address', async () => {
    await assert.rejects(resolve('unknown.example', never))
    await assert.rejects(resolve('empty.example', never))
  })

  it('has the addresses of the hosts file as it is now, whatever the name server says', async () => {
    writeFileSync(
      hostsFile,
      '# listed.example is below\n10.0.0.5\tLISTED.example other # 10.0.0.9\n\n::1 listed.example\n',
    )
    assert.deepEqual(await resolve('listed.example', never), ['10.0.0.5', '::1'])
    assert.deepEqual(await resolve('listed.example.', never), ['10.0.0.5', '::1'])
    writeFileSync(hostsFile, '127.0.0.1 localhost\r\n')
    assert.deepEqual(await resolve('listed.example', never), ['192.0.2.9'])
    assert.deepEqual(await resolve('localhost', never), ['127.0.0.1'])
  })

  it('whose name server hangs delays no other name, and ends with the request', async () => {
    const cutting = new AbortController()
    const hanging = Array.from({ length: 40 }, () => resolve('slow.example', cutting.signal))
    const ended = Promise.allSettled(hanging).then(() => 'ended')
    const other = resolve('erp.example', never)
    assert.deepEqual(await Promise.race([other, ended]), ['192.0.2.7'])
    cutting.abort()
    assert.deepEqual(new Set((await Promise.allSettled(hanging)).map(({ status }) => status)), new Set(['rejected']))
  })
})

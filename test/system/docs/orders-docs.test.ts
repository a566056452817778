/** The requests of docs/orders.md, run with a real server that has the sample shop, and the requests of its diagram. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { callCheckout, dataOf } from '../../support/checkouts/orders.ts'
import { assertHappens, exchangesOf, readPage } from '../../support/docs/doc-exchanges.ts'
import { startSampleShop } from '../../support/docs/examples.ts'
import { blockIn } from '../../support/docs/markdown.ts'
import { operationsOf, readDescription } from '../../support/docs/openapi.ts'
import type { TestService } from '../../support/service/service.ts'

const page = 'docs/orders.md'

describe(page, () => {
  let service: TestService
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-orders-'))
    service = await startSampleShop({ PUBLIC_URL: 'http://localhost:8080' })
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it('shows how a checkout is held, completed, returned, cancelled, listed and added up', async () => {
    const exchanges = exchangesOf(readPage(page))
    assert.equal(exchanges.length, 6)
    const { ACCESS_TOKEN_SECRET } = service.config
    await assertHappens(exchanges, { url: service.url, cwd: folder, env: { ACCESS_TOKEN_SECRET } })
    assert.equal(dataOf(await callCheckout(service, 'GET', '2026-000123')).state, 'cancelled')
  })

  it('draws requests that exist, between its participants', async () => {
    const [kind, ...lines] = blockIn(page, 'mermaid').trim().split('\n')
    assert.equal(kind, 'sequenceDiagram')
    const drawn = lines.map(line =>
      /^ {4}(?:participant (\w+)(?: as [\w ]+)?|(\w+)-?->>(\w+): (.+)|Note over (\w+): .+)$/.exec(line),
    )
    assert.ok(drawn.every(line => line !== null))
    const participants = drawn.map(line => line?.[1]).filter(name => name !== undefined)
    const named = drawn.flatMap(line => [line?.[2], line?.[3], line?.[5]]).filter(name => name !== undefined)
    assert.deepEqual([...new Set(named)].sort(), participants.sort())
    const requests = drawn.map(line => /^(GET|PUT|POST) (\S+)/.exec(line?.[4] ?? '')).filter(each => each !== null)
    const known = operationsOf(await readDescription(service.url)).map(({ name }) => name)
    const asNamed = ([, method = '', path = '']: RegExpExecArray) =>
      `${method.toLowerCase()} ${path.replace('2026-000123', '{reference}')}`
    assert.equal(requests.length, 3)
    for (const request of requests) {
      const [method, path = ''] = asNamed(request).split(' ')
      assert.ok(
        known.some(name => name.startsWith(`${method} `) && name.endsWith(path)),
        request[0],
      )
    }
  })
})

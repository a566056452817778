/** `sepet import -`: standard input as a file. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { explainArguments, withInput } from '../../../src/cli/import-input.ts'
import { createDatabase, type TestDatabase } from '../../support/database/engines.ts'
import { type Finished, runSepet, spawnSepet } from '../../support/service/process.ts'

describe('sepet import', () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase('sqlite', { content: 'schema' })
  })
  after(() => database.drop())

  /** Runs the command with a text as its standard input. */
  async function piped(input: string, ...args: string[]): Promise<Finished> {
    const child = spawnSepet(['import', ...args], database.env)
    child.stdin?.end(input)
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout as Readable),
      text(child.stderr as Readable),
      once(child, 'close') as Promise<[number | null]>,
    ])
    return { status, stdout, stderr }
  }
  const spoolFiles = () => readdirSync(database.env.DATA_DIR).filter(name => name.startsWith('sepet-spool-'))

  it('imports standard input, whatever its format, and leaves no file', async () => {
    const file = await piped('{"products":[{"id":1,"name":"Çay","price":"5"}]}', '-')
    assert.match(file.stdout, /^standard input \(shop file\)\n {2}products: 1 created$/m)
    const csv = await piped('Handle,Title,Variant Price\nsaat,Saat,10\n', '-')
    assert.match(csv.stdout, /^standard input \(Shopify export\)$/m)
    assert.deepEqual(spoolFiles(), [])
  })

  it('reports the problems of standard input by its name, also where it is empty', async () => {
    const wrong = await piped('{"products":[{"id":1}]}', '-')
    assert.match(wrong.stderr, /^standard input \/products\/0\/name: is missing/m)
    assert.match((await piped('', '-')).stderr, /^standard input: is empty$/m)
    assert.deepEqual(spoolFiles(), [])
  })

  it('takes products off sale that the file lacks, with --withdraw-missing products', async () => {
    const { stdout } = await piped(
      '{"products":[{"id":50,"name":"Su","price":"1"}]}',
      '-',
      '--withdraw-missing',
      'products',
    )
    assert.match(stdout, /^2 products off sale now: the import lacks them\.$/m)
    const none = await piped('{"customerGroups":[]}', '-', '--withdraw-missing', 'products')
    assert.deepEqual([none.status, none.stdout], [1, ''])
    assert.match(none.stderr, /^standard input \/products: has no product: every product would go off sale$/m)
    assert.equal((await runSepet(['import', 'x.json', '--withdraw-missing', 'coupons'], database.env)).status, 2)
  })

  it('takes standard input once, and not from a terminal', async () => {
    const twice = await piped('{}', '-', '-')
    assert.equal(twice.status, 2)
    assert.match(twice.stderr, /^sepet: Standard input \(-\) can be imported once\.$/m)
    const terminal = { stdin: Object.assign(new PassThrough(), { isTTY: true }) }
    assert.match(explainArguments(['-'], terminal) ?? '', /this terminal: sepet import - < shop\.json/)
    assert.equal(explainArguments(['shop.json'], terminal), undefined)
  })

  it('keeps standard input in a file that only its user can read', async () => {
    const folder = database.env.DATA_DIR
    await withInput(['-'], { stdin: Readable.from([Buffer.from('{}')]), folder }, async ([file]) => {
      assert.equal(statSync(file?.path ?? '').mode & 0o777, 0o600)
      assert.equal(join(folder, spoolFiles()[0] ?? ''), file?.path)
    })
    assert.deepEqual(spoolFiles(), [])
  })
})

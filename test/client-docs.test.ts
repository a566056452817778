/** The client's types are those of the service, and what its page shows compiles in an app, as strictly as the compiler can. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { clientTypes, type Document } from '../tools/client-types.ts'
import { readPage } from './support/doc-exchanges.ts'
import { startService } from './support/service.ts'

const ROOT = join(import.meta.dirname, '..')
const TSC = join(ROOT, 'node_modules/typescript/lib/tsc.js')
const CLIENT = join(ROOT, 'src/client/client.ts')
const run = promisify(execFile)

it('the client’s types are made from the description as it is: `npm run describe` makes them anew', async () => {
  const service = await startService('sqlite', { PUBLIC_URL: 'http://localhost:8080' })
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
  await service.stop()
  assert.equal(readFileSync(join(ROOT, 'src/client/api.generated.ts'), 'utf8'), await clientTypes(document))
})

describe('the page on the client', () => {
  const blocks = [...readPage('docs/client.md').matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text)
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-client-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** Compiles as for a browser: nothing of Node.js is known. */
  async function complaintsAbout(sources: string[]): Promise<string> {
    for (const [index, source] of sources.entries()) writeFileSync(join(folder, `block${index}.ts`), source)
    const compilerOptions = {
      target: 'esnext',
      lib: ['esnext', 'dom'],
      types: [],
      module: 'esnext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      paths: { 'sepet/client': [CLIENT] },
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    return run(process.execPath, [TSC, '-p', folder]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
  }

  it('shows code that compiles', async () => {
    assert.equal(blocks.length, 8)
    assert.equal(await complaintsAbout(blocks), '')
  })

  it('would not compile if it were wrong', async () => {
    const wrong = blocks.map(text =>
      text.replace('grandTotal?.amount', 'grandTotal.amount').replace('variantId: 10103', "variantId: '1'"),
    )
    const complaints = await complaintsAbout(wrong)
    assert.match(complaints, /block0\.ts.*'cart\.grandTotal' is possibly 'undefined'/)
    assert.match(complaints, /block1\.ts.*Type 'string' is not assignable to type 'number'/)
  })
})

/** The generated types of the client match the service, and the code of docs/client.md and docs/client-admin.md compiles in strict mode. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clientTypes, type Document } from '../../../tools/client-types.ts'
import { blocksOf } from '../../support/docs/markdown.ts'
import { compilerErrors } from '../../support/docs/type-check.ts'
import { startService } from '../../support/service/service.ts'

const ROOT = join(import.meta.dirname, '../../..')

it('the types of the client match the OpenAPI document (otherwise: npm run describe)', async () => {
  const service = await startService('sqlite', { PUBLIC_URL: 'http://localhost:8080' })
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
  await service.stop()
  assert.equal(readFileSync(join(ROOT, 'packages/client/src/api.generated.ts'), 'utf8'), await clientTypes(document))
})

it('the examples in the comments of the client compile', async () => {
  const files = globSync('packages/client/src/**/*.ts', { cwd: ROOT })
  const examples = files.flatMap(file =>
    examplesIn(file).map((code, at) => [`${file.replaceAll('/', '-')}-${at}.ts`, code]),
  )
  assert.ok(examples.length > 60)
  assert.equal(await compilerErrors(Object.fromEntries(examples)), '')
})

/** The examples in the comments of a file, with absolute imports. */
function examplesIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/^ *\* ```ts\n([\s\S]*?)^ *\* ```/gm)].map(([, code = '']) =>
    code.replace(/^ *\* ?/gm, '').replace(/from "(\.[^"]+)"/g, (_, path) => `from "${join(ROOT, file, '..', path)}"`),
  )
}

/** @returns the compiler errors of code blocks */
const complaintsAbout = (sources: string[]) =>
  compilerErrors(Object.fromEntries(sources.map((source, index) => [`block${index}.ts`, source])))

describe('docs/client.md', () => {
  const isCode = ({ language }: { language: string }) => language === 'ts'
  const blocks = blocksOf('docs/client.md')
    .filter(isCode)
    .map(({ text }) => text)

  it('shows code that compiles', async () => {
    assert.equal(blocks.length, 14)
    assert.equal(await complaintsAbout(blocks), '')
  })

  it('shows code that does not compile after a change (control)', async () => {
    const wrong = blocks.map(text =>
      text.replace('grandTotal?.amount', 'grandTotal.amount').replace('variantId: 10103', "variantId: '1'"),
    )
    const complaints = await complaintsAbout(wrong)
    assert.match(complaints, /block0\.ts.*'cart\.grandTotal' is possibly 'undefined'/)
    assert.match(complaints, /block1\.ts.*Type 'string' is not assignable to type 'number'/)
  })
})

describe('docs/client-admin.md', () => {
  const blocks = blocksOf('docs/client-admin.md').map(({ text }) => text)

  it('shows code that compiles', async () => {
    assert.equal(blocks.length, 14)
    assert.equal(await complaintsAbout(blocks), '')
  })
})

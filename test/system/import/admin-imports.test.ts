/** Imports by the administrators' client with a real service: every kind of body, refusals with their problems, and retries. */

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { type AdminClient, createAdminClient, type FileContent, SepetError } from 'sepet-client/admin'
import { overloadedAnswer } from '../../../src/http/overload/overload-responses.ts'
import { refusalsIn } from '../../support/cart/client.ts'
import { engines } from '../../support/database/engines.ts'
import { beginUpload } from '../../support/import/http-imports.ts'
import { product } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const encoder = new TextEncoder()

/** A stream of a text in pieces. @param read counts the pieces that were read */
function streamOf(text: string, read = { pieces: 0 }): ReadableStream<Uint8Array> {
  const pieces = text.match(/[\s\S]{1,50}/g) ?? []
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[read.pieces++]
      if (piece === undefined) controller.close()
      else controller.enqueue(encoder.encode(piece))
    },
  })
}

for (const engine of engines) {
  describe(`imports of the administrators' client on ${engine}`, () => {
    let service: TestService
    let token: string
    let admin: AdminClient
    before(async () => {
      service = await startService(engine)
      token = await service.token('admin', { scope: 'catalogue:read catalogue:write' })
      admin = createAdminClient({ baseUrl: service.url, token })
    })
    after(() => service.stop())

    const nameOf = async (id: number) => (await admin.products.list({ filter: { id } })).data[0]?.name

    it('take a shop file as an object, a text, bytes, a Blob and a stream', async () => {
      const bodies: ((json: string) => FileContent | object)[] = [
        json => JSON.parse(json),
        json => json,
        json => encoder.encode(json),
        json => new Blob([json], { type: 'text/plain' }),
        json => streamOf(json),
      ]
      for (const [index, body] of bodies.entries()) {
        const name = `Şal ${index}`
        const report = await admin.imports.shopFile(body(JSON.stringify({ products: [product({ id: 900, name })] })))
        const [section] = report.files[0]?.sections ?? []
        assert.deepEqual(section, {
          section: 'products',
          created: index === 0 ? 1 : 0,
          updated: index === 0 ? 0 : 1,
          unchanged: 0,
        })
        assert.equal(await nameOf(900), name)
      }
    })

    it('take a CSV file with a VAT rate, and withdraw products that it does not contain', async () => {
      const csv = 'Handle,Title,Variant Price,Variant Taxable\nketen-gomlek,Keten gömlek,199.90,true\n'
      const bodies: FileContent[] = [csv, new Blob([csv]), streamOf(csv)]
      for (const [index, body] of bodies.entries()) {
        const report = await admin.imports.csv(body, { vatRate: index === 0 ? 20 : '20', withdrawMissing: 'products' })
        assert.equal(report.files[0]?.format, 'Shopify export')
        assert.equal(report.withdrawn.products > 0, index === 0)
      }
      const onSale = []
      for await (const each of admin.products.all()) if (each.onSale) onSale.push([each.name, each.vatRate])
      assert.deepEqual(onSale, [['Keten gömlek', 20]])
    })

    it('throw a TypeError and send nothing for a stream of Node.js, and for what is no file', async () => {
      const { imports } = createAdminClient({ baseUrl: service.url, token, fetch: () => assert.fail('sent') })
      for (const file of [Readable.from(['{}']), undefined, null, 7] as never[]) {
        await assert.rejects(imports.shopFile(file), TypeError)
        await assert.rejects(imports.csv(file), TypeError)
      }
    })

    it('throw every problem with its place, and their number', async () => {
      const products = Array.from({ length: 101 }, (_, index) => product({ id: index + 1, price: 'free' }))
      const error = await admin.imports.shopFile({ products: products as never }).catch((reason: unknown) => reason)
      assert.ok(error instanceof SepetError)
      assert.deepEqual([error.status, error.errors.length, error.meta.total], [422, 100, 101])
      assert.equal(error.errors[0]?.source?.pointer, '/products/0/price')
      const csv = 'Handle,Title,Variant Price\nx,X,free\n'
      const broken = await admin.imports.csv(csv).catch((reason: unknown) => reason)
      assert.partialDeepStrictEqual(broken instanceof SepetError && broken.errors[0]?.meta, { line: 2, count: 1 })
      assert.deepEqual(await refusalsIn(admin.imports.csv('')), ['422 field_required '])
      assert.deepEqual(await refusalsIn(admin.imports.csv(csv, { vatRate: 101 })), ['400 parameter_invalid'])
    })

    it('throw 409 while another import runs, also for a stream, with the seconds to wait', async () => {
      const upload = await beginUpload(service, '{"products": [{"name": "admin client"')
      for (const body of ['{}', streamOf(`{"products":[]${' '.repeat(200_000)}}`)]) {
        const error = await admin.imports.shopFile(body).catch((reason: unknown) => reason)
        assert.ok(error instanceof SepetError, String(error))
        assert.deepEqual([error.codes, error.retryAfterSeconds], [['import_running'], 5])
      }
      upload.socket.destroy()
      await upload.closed
    })

    it('send a text again that was refused before anything was done, and a stream only once', async () => {
      const { status, headers, body } = overloadedAnswer('application/json')
      const overloaded = () =>
        new Response(body, { status, headers: { ...(headers as Record<string, string>), 'Retry-After': '0' } })
      const clientAfter = (answers: Response[]) =>
        createAdminClient({ baseUrl: service.url, token, fetch: async request => answers.shift() ?? fetch(request) })
      const answers = [overloaded(), overloaded()]
      await untilFree(() => clientAfter(answers).imports.shopFile('{}'))
      assert.equal(answers.length, 0)
      const left = [overloaded(), overloaded()]
      const read = { pieces: 0 }
      assert.deepEqual(await refusalsIn(clientAfter(left).imports.shopFile(streamOf('{}', read))), ['503 overloaded'])
      assert.equal(left.length, 1)
      assert.ok(read.pieces <= 1, 'the stream was read without being sent')
    })

    it('throw the error of a stream, and import nothing', async () => {
      const failing = new ReadableStream<Uint8Array>({
        start: controller => controller.enqueue(encoder.encode('{"products":[')),
        pull: controller => controller.error(new Error('the disk is gone')),
      })
      await assert.rejects(admin.imports.shopFile(failing), error => !(error instanceof SepetError))
      await untilFree(() => admin.imports.shopFile('{}'))
    })

    it('end with an abort', async () => {
      const controller = new AbortController()
      const endless = new ReadableStream<Uint8Array>({
        pull: async stream => {
          stream.enqueue(encoder.encode(' '))
          controller.abort(new Error('the job was stopped'))
        },
      })
      await assert.rejects(admin.imports.shopFile(endless, { signal: controller.signal }), /the job was stopped/)
    })
  })
}

/** Repeats an import while the one before it is still being ended. */
async function untilFree(call: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 6_000; attempt++) {
    try {
      await call()
      return
    } catch (error) {
      if (!(error instanceof SepetError && error.has('import_running'))) throw error
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  assert.fail('The import before did not end.')
}

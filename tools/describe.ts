/**
 * `npm run describe`: records the responses of a real server to the examples of the API description and to the requests of
 * docs/mobile.md, and generates the types of the client. Run it after every change of an endpoint.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordExchanges, startAppShop } from '../test/support/docs/app-requests.ts'
import { replayExamples, startSampleShop } from '../test/support/docs/examples.ts'
import { readDescription } from '../test/support/docs/openapi.ts'
import { clientTypes, type Document } from './client-types.ts'

const TYPES = join(import.meta.dirname, '../packages/client/src/api.generated.ts')
const ANSWERS = join(import.meta.dirname, '../src/openapi/recorded-responses.json')
const APP_REQUESTS = join(import.meta.dirname, 'docs/recorded-app-requests.json')

const service = await startSampleShop({ PUBLIC_URL: 'http://localhost:8080', LOG_LEVEL: 'silent' })
try {
  const recorded: Record<string, Record<string, unknown>> = {}
  for (const { operation, name, status, answer, json } of await replayExamples(
    service,
    await readDescription(service.url),
  )) {
    if (String(answer.status) !== status) throw new Error(`${operation.operationId} ${name}: ${answer.text}`)
    const isDescribed = Object.values(operation.responses[status]?.content ?? {}).some(({ schema }) => schema)
    if (name === '' || json === undefined || !isDescribed) continue
    recorded[operation.operationId] = { ...recorded[operation.operationId], [name]: json }
  }
  writeFileSync(ANSWERS, `${JSON.stringify(recorded, null, 2)}\n`)
  const document = await (await fetch(`${service.url}/openapi.json`)).json()
  writeFileSync(TYPES, await clientTypes(document as Document))
} finally {
  await service.stop()
}

const shop = await startAppShop()
try {
  writeFileSync(APP_REQUESTS, `${JSON.stringify(await recordExchanges(shop), null, 2)}\n`)
} finally {
  await shop.stop()
}

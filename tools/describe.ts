/** `npm run describe`: records what a real server answers to the examples of the API description. Run it after changing them. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replayExamples, startSampleShop } from '../test/support/examples.ts'
import { readDescription } from '../test/support/openapi.ts'

const ANSWERS = join(import.meta.dirname, '../src/http/openapi.answers.json')

const service = await startSampleShop({ PUBLIC_URL: 'http://localhost:8080', LOG_LEVEL: 'silent' })
try {
  const recorded: Record<string, Record<string, unknown>> = {}
  for (const { operation, name, status, answer, json } of await replayExamples(
    service,
    await readDescription(service.url),
  )) {
    if (String(answer.status) !== status) throw new Error(`${operation.operationId} ${name}: ${answer.text}`)
    if (name === '' || json === undefined) continue
    recorded[operation.operationId] = { ...recorded[operation.operationId], [name]: json }
  }
  writeFileSync(ANSWERS, `${JSON.stringify(recorded, null, 2)}\n`)
} finally {
  await service.stop()
}

/** Sends generated requests to a service, with the ids and tokens that exist there. */

import { createFixture } from '../../resilience/fuzz/fixture.ts'
import type { TestService } from '../../service/service.ts'
import { type RawAnswer, sendRaw } from '../raw-http.ts'
import type { FormRequest } from './requests.ts'

/** Sends a request to an operation. */
export type Send = (operationId: string, request: FormRequest) => Promise<RawAnswer>

/** Most codes that one request makes: more would take seconds, and change nothing about their form. */
const MOST_CODES = 20

/** Creates the function that sends requests. */
export async function createSender(service: TestService): Promise<Send> {
  const fixture = await createFixture(service, service.url)
  return async (operationId, request) => {
    const { bearer, method, path, headers, body } = limited(operationId, request)
    const filled = await Promise.all(
      Object.entries(headers).map(async ([name, value]) => [name, await fixture.fill(value, bearer)] as const),
    )
    const authorization = fixture.authorization(bearer)
    const bytes = body === undefined ? undefined : Buffer.from(await fixture.fill(JSON.stringify(body), bearer))
    return sendRaw(service.url, {
      method,
      path: await fixture.fill(path, bearer),
      headers: {
        ...(authorization && { Authorization: authorization }),
        ...(bytes && { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(filled),
      },
      ...(bytes && { body: bytes }),
    })
  }
}

/** Takes the effects of a request away that would disturb others: an import is a trial, a webhook is off, and few codes are made. */
function limited(operationId: string, request: FormRequest): FormRequest {
  const { path, body } = request
  if (operationId === 'importShop' && !path.includes('dryRun='))
    return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}dryRun=true` }
  if (operationId === 'saveWebhook' && isRecord(body) && body.active === true)
    return { ...request, body: { ...body, active: false } }
  if (
    operationId === 'createCodes' &&
    isRecord(body) &&
    Number(body.count) <= 100_000 &&
    Number(body.count) > MOST_CODES
  )
    return { ...request, body: { ...body, count: MOST_CODES } }
  return request
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

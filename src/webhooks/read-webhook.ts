/** Reads the bodies of writes to webhooks: all violations at once, and warnings about accepted values that may be mistakes. */

import { Refusal, type Violation } from '../errors.ts'
import { createSchemaCheck, unknownFields } from '../schema/check.ts'
import { violationOf } from '../schema/violation.ts'
import { MAX_WARNINGS, UNKNOWN_FIELD, type Warning, warningOf } from '../schema/warnings.ts'
import { isKnown } from './event-types.ts'
import { RECORD_MEMBERS } from './webhook.document.ts'
import { ReplayInput, RotationInput, WebhookInput } from './webhook.schema.ts'

/** A webhook that a request wants to save. */
export interface GivenWebhook extends WebhookInput {
  warnings: Warning[]
}

const checkWebhook = createSchemaCheck(WebhookInput)
const checkRotation = createSchemaCheck(RotationInput)
const checkReplay = createSchemaCheck(ReplayInput)

/**
 * Reads a webhook. The members of a record that only Sepet writes are accepted and ignored, so that what a read returns can be written back.
 * @param name the name in the path
 * @param explainUrl returns what a URL must be, where it is not; undefined for one that is allowed
 * @throws Refusal 422 with every violation
 */
export function readWebhook(
  name: string,
  body: unknown,
  explainUrl: (url: string) => string | undefined,
): GivenWebhook {
  const { value, sound, problems } = checkWebhook(body)
  const violations = [...problems].map(([pointer, problem]) => violationOf(pointer, problem))
  const rule = sound.url === undefined ? undefined : explainUrl(sound.url)
  if (rule !== undefined) violations.push(violationOf('/url', { isMissing: false, rule }))
  if (sound.name !== undefined && sound.name !== name) {
    const detail = 'name must be left out, or the name in the path.'
    violations.push({ code: 'field_invalid', pointer: '/name', detail })
  }
  if (value === null || violations.length > 0) throw new Refusal(violations)
  return { ...value, warnings: warningsOf(value, body) }
}

function warningsOf({ types }: WebhookInput, body: unknown): Warning[] {
  const unknown = unknownFields(WebhookInput, body)
    .filter(pointer => !RECORD_MEMBERS.includes(pointer.slice(1)))
    .take(MAX_WARNINGS)
  const noEvents = types.flatMap((type, at) => (isKnown(type) ? [] : [[`/types/${at}`, type] as const]))
  return [
    ...noEvents.map(([pointer, type]) => ({ pointer, detail: `No event has the type ${type} yet.` })),
    ...unknown.map(pointer => warningOf(pointer, UNKNOWN_FIELD)),
  ].slice(0, MAX_WARNINGS)
}

/** Reads the secret of a rotation; undefined where one is to be generated. @throws Refusal 422 */
export function readRotation(body: unknown): string | undefined {
  const { value, problems } = checkRotation(body)
  if (value === null) throw refusalOf(problems)
  return value.secret
}

/** Reads the id after which a webhook goes on. @throws Refusal 422 */
export function readReplay(body: unknown): number {
  const { value, problems } = checkReplay(body)
  if (value === null) throw refusalOf(problems)
  return value.after
}

/** Returns the refusal of an id that the feed does not have yet. */
export function notInFeed(lastId: number): Refusal {
  const detail = `after must be from 0 to ${lastId}, the last id of the feed.`
  return new Refusal({ code: 'field_invalid', pointer: '/after', detail })
}

function refusalOf(problems: ReturnType<typeof checkReplay>['problems']): Refusal {
  const violations: Violation[] = [...problems].map(([pointer, problem]) => violationOf(pointer, problem))
  return new Refusal(violations)
}

/** Bodies of requests for codes. */

import Type, { type Static } from 'typebox'
import { Refusal, type Violation } from '../../../errors.ts'
import { isBlankCode, MAX_CODE_LENGTH } from '../../../model/coupon-code.ts'
import { createSchemaCheck } from '../../../schema/check.ts'
import { isLongerThan, nullable, text } from '../../../schema/fields.ts'
import { violationOf } from '../../../schema/violation.ts'
import { toPeriod } from '../../../shop-file/convert-records.ts'
import { checkPeriod } from '../../../shop-file/record-rules.ts'
import { batchName, instant, integer } from '../../../shop-file/shop-file-fields.ts'
import type { CodeOrder } from './code-order.ts'

/** Maximum number of codes of one request. */
export const MAX_COUNT = 100_000
const MIN_LENGTH = 6
const DEFAULT_LENGTH = 8

const optional = Type.Optional

/** A request for codes. */
export const CodeOrderInput = Type.Object(
  {
    count: integer(1, MAX_COUNT),
    prefix: optional(nullable(text(MAX_CODE_LENGTH - MIN_LENGTH))),
    length: optional(integer(MIN_LENGTH, 20)),
    usageLimit: optional(nullable(integer(1))),
    usageLimitPerCustomer: optional(nullable(integer(1))),
    startsAt: optional(nullable(instant)),
    endsAt: optional(nullable(instant)),
    batch: optional(nullable(batchName)),
  },
  { title: 'NewCodes', description: 'a JSON object' },
)

const check = createSchemaCheck(CodeOrderInput)

/** Reads a request for codes. @throws Refusal 422 with every violation */
export function readCodeOrder(body: unknown): CodeOrder {
  const { value, sound, problems } = check(body)
  const violations = [...problems].map(([pointer, problem]) => violationOf(pointer, problem))
  violations.push(...explainPrefix(sound), ...explainPeriod(sound))
  if (value === null || violations.length > 0) throw new Refusal(violations)
  const { count, prefix, length = DEFAULT_LENGTH, usageLimit = 1, usageLimitPerCustomer = null, batch } = value
  return {
    ...{ count, prefix: prefix?.trim() ?? '', length, usageLimit, usageLimitPerCustomer },
    ...toPeriod(value),
    batch: batch?.trim() ?? null,
  }
}

type Sound = Partial<Static<typeof CodeOrderInput>>

function explainPrefix({ prefix, length = DEFAULT_LENGTH }: Sound): Violation[] {
  const shown = prefix?.trim() ?? ''
  if (shown === '') return []
  const pointer = '/prefix'
  const longest = MAX_CODE_LENGTH - length
  if (isLongerThan(shown, longest)) {
    const detail = `prefix must be a text of at most ${longest} characters: with length, a code has at most ${MAX_CODE_LENGTH}.`
    return [{ code: 'field_invalid', pointer, detail }]
  }
  if (!isBlankCode(shown)) return []
  return [{ code: 'field_invalid', pointer, detail: 'prefix must be a text of which something is seen.' }]
}

function explainPeriod(period: Sound): Violation[] {
  const violations: Violation[] = []
  const problem = (pointer: string, message: string) => {
    violations.push({ code: 'field_invalid', pointer, detail: `${pointer.slice(1)} ${message}.` })
  }
  checkPeriod(period, '', { problem })
  return violations
}

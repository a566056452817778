/** Bodies of requests for a link to a cart. */

import Type, { type Static } from 'typebox'
import { OwnerSubject } from '../../auth/subject.schema.ts'
import { MAX_QUANTITY } from '../../cart/cart.ts'
import { Refusal, type Violation } from '../../errors.ts'
import { MAX_CODE_LENGTH, VISIBLE_TEXT } from '../../model/coupon-code.ts'
import { createSchemaCheck } from '../../schema/check.ts'
import { Id, nullable, Text } from '../../schema/fields.ts'
import { parseInstant } from '../../schema/instants.ts'
import { violationOf } from '../../schema/violation.ts'
import { instant, integer } from '../../shop-file/shop-file-fields.ts'
import { DAY_MS } from '../../units.ts'

const DEFAULT_DAYS = 7
const MAX_DAYS = 365

const Line = Type.Object(
  { productId: Id(), variantId: Type.Optional(nullable(Id())), quantity: integer(1, MAX_QUANTITY) },
  { description: 'an object with productId, quantity and, for a product with variants, variantId' },
)

/** A request for a link. */
export const CartLinkInput = Type.Object(
  {
    lines: Type.Optional(Type.Array(Line, { minItems: 1, description: 'a list of at least one line' })),
    subject: Type.Optional(OwnerSubject),
    couponCode: Type.Optional(
      nullable(
        Text({
          ...{ minLength: 1, maxLength: MAX_CODE_LENGTH, pattern: VISIBLE_TEXT },
          description: `text of 1 to ${MAX_CODE_LENGTH} characters without U+0000, not only white space and invisible characters`,
        }),
      ),
    ),
    expiresAt: Type.Optional(nullable(instant)),
    uses: Type.Optional(nullable(integer(1, 1_000_000_000))),
  },
  { title: 'NewCartLink', description: 'a JSON object' },
)

/** A line as it was sent. */
export type LinkLine = Static<typeof Line>

/** A request for a link: its lines, or the owner whose cart has them. */
export interface LinkOrder {
  from: { lines: readonly LinkLine[] } | { subject: string }
  couponCode: string | null
  /** Milliseconds since the epoch. */
  expiresAt: number
  uses: number | null
}

/** What a request is read by. */
export interface LinkRules {
  /** Maximum number of lines of a cart. */
  maxLines: number
  /** Milliseconds since the epoch. */
  now: number
}

const check = createSchemaCheck(CartLinkInput)

/** Reads a request for a link. @throws Refusal 422 with every violation */
export function readLinkOrder(body: unknown, rules: LinkRules): LinkOrder {
  const { value, sound, problems } = check(body)
  const violations = [...problems].map(([pointer, problem]) => violationOf(pointer, problem))
  violations.push(...explainSource(body), ...explainLines(sound.lines, rules), ...explainExpiry(sound, rules))
  if (value === null || violations.length > 0) throw new Refusal(violations)
  const { lines, subject = '', couponCode = null, uses = null } = value
  return { from: lines ? { lines } : { subject }, couponCode, expiresAt: expiryOf(value, rules.now), uses }
}

type Sound = Partial<Static<typeof CartLinkInput>>

function explainSource(body: unknown): Violation[] {
  const { lines, subject } = (body ?? {}) as { lines?: unknown; subject?: unknown }
  if (lines === undefined && subject === undefined) {
    return [{ code: 'field_required', pointer: '/lines', detail: 'lines or subject is required.' }]
  }
  if (lines === undefined || subject === undefined) return []
  return [{ code: 'field_invalid', pointer: '/subject', detail: 'subject must be left out where lines are sent.' }]
}

function explainLines(lines: Sound['lines'], { maxLines }: LinkRules): Violation[] {
  if (!Array.isArray(lines)) return []
  if (lines.length > maxLines) {
    return [{ code: 'cart_full', pointer: '/lines', detail: `A cart holds at most ${maxLines} lines.` }]
  }
  const seen = new Set<string>()
  return lines.flatMap((line, index): Violation[] => {
    if (line?.productId === undefined) return []
    const name = `${line.productId}-${line.variantId ?? 0}`
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    const pointer = `/lines/${index}/productId`
    return [
      { code: 'field_invalid', pointer, detail: `${pointer.slice(1)} must be of an item that no other line has.` },
    ]
  })
}

function explainExpiry({ expiresAt }: Sound, { now }: LinkRules): Violation[] {
  if (expiresAt === undefined || expiresAt === null) return []
  const at = expiryOf({ expiresAt }, now)
  if (at > now && at <= now + MAX_DAYS * DAY_MS) return []
  const detail = `expiresAt must be a time in the future, at most ${MAX_DAYS} days from now.`
  return [{ code: 'field_invalid', pointer: '/expiresAt', detail }]
}

function expiryOf({ expiresAt }: Sound, now: number): number {
  if (expiresAt === undefined || expiresAt === null) return now + DEFAULT_DAYS * DAY_MS
  return parseInstant(expiresAt) ?? 0
}

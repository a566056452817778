/** When and for whom a preview judges its promotion: members of the body beside the promotion, each of which may be left out. */

import Type, { type Static } from 'typebox'
import { normaliseEmail } from '../../customers/email.ts'
import { CustomerEmail } from '../../customers/customer.schema.ts'
import type { Violation } from '../../errors.ts'
import { createSchemaCheck } from '../../schema/check.ts'
import { Id, nullable } from '../../schema/fields.ts'
import { parseInstant } from '../../schema/instants.ts'
import { isObject } from '../../schema/is-object.ts'
import { violationOf } from '../../schema/violation.ts'
import { instant } from '../../shop-file/shop-file-fields.ts'

/** The members. Their descriptions are rules: the ends of sentences that begin with "… must be". */
export const judgement = {
  at: Type.Optional(instant),
  customerId: Type.Optional(nullable(Id())),
  email: Type.Optional(CustomerEmail),
}

/** Whom a preview is for: the customer with an id, a guest, or the customer with an email. */
export type JudgedShopper = { customerId: number | null } | { email: string }

/** A judgement that is read. */
export interface ReadJudgement {
  /** Milliseconds since the epoch; undefined for now. */
  at: number | undefined
  /** Undefined for the owner of the cart. */
  shopper: JudgedShopper | undefined
  violations: Violation[]
}

const Judgement = Type.Object(judgement)
const check = createSchemaCheck(Judgement)

/** Reads the members of a body of any form; one that is no object has none. */
export function readJudgement(body: unknown): ReadJudgement {
  const { sound, problems } = check(isObject(body) ? body : {})
  const violations = [...problems].map(([pointer, problem]) => violationOf(pointer, problem))
  if (sound.customerId !== undefined && sound.email !== undefined) {
    violations.push(violationOf('/email', { isMissing: false, rule: 'left out beside a customerId' }))
  }
  return { at: timeOf(sound), shopper: shopperOf(sound), violations }
}

function timeOf({ at }: Static<typeof Judgement>): number | undefined {
  return at === undefined ? undefined : (parseInstant(at) ?? undefined)
}

function shopperOf({ customerId, email }: Static<typeof Judgement>): JudgedShopper | undefined {
  if (customerId !== undefined) return { customerId }
  return email === undefined ? undefined : { email: normaliseEmail(email) }
}

/** Whether a body asks about a customer, in a form that is valid or not: what it is answered tells about that customer. */
export function namesCustomer(body: unknown): boolean {
  return isObject(body) && [body.customerId, body.email].some(each => each !== undefined && each !== null)
}

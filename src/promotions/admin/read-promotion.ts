/** Bodies of writes: a record of the shop file under the key of the path, and the warnings about what it changes. */

import { Refusal, type Violation } from '../../errors.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { isObject } from '../../schema/is-object.ts'
import { MAX_WARNINGS, type Warning, warningOf } from '../../schema/warnings.ts'
import type { Records } from '../../shop-file/imported-records.ts'
import { type ReadRecord, readRecord } from '../../shop-file/read-record.ts'
import { findResets } from '../../shop-file/resets.ts'
import type { Section } from './saved-promotion.ts'

/** A body that is read under the key of its path. */
export interface PromotionInput<S extends Section> extends ReadRecord<Records[S]> {
  /** The body, with the key of the path where it has none. */
  given: unknown
}

/** Reads a coupon; its code must be that of the path, as codes are compared. @param code the code of the path */
export function readCoupon(code: string, body: unknown): PromotionInput<'coupons'> {
  const isOther = (own: unknown) => typeof own === 'string' && foldCouponCode(own) !== foldCouponCode(code)
  return read('coupons', body, { name: 'code', value: code, isOther })
}

/** Reads a campaign; its id may be left out. @param id the id of the path */
export function readCampaign(id: number, body: unknown): PromotionInput<'campaigns'> {
  const isOther = (own: unknown) => typeof own === 'number' && own !== id
  return read('campaigns', body, { name: 'id', value: id, isOther })
}

interface PathKey {
  name: 'code' | 'id'
  value: string | number
  isOther: (own: unknown) => boolean
}

function read<S extends Section>(section: S, body: unknown, { name, value, isOther }: PathKey): PromotionInput<S> {
  if (!isObject(body)) return { ...readRecord(section, body), given: body }
  const given = { ...body, [name]: body[name] === undefined ? value : body[name] }
  const input = readRecord(section, given)
  const isKnown = input.violations.some(({ pointer }) => pointer === `/${name}`)
  if (isKnown || !isOther(body[name])) return { ...input, given }
  const detail = `${name} must be left out, or be the ${name} of the path.`
  const violation: Violation = { code: 'field_invalid', pointer: `/${name}`, detail }
  return { ...input, record: null, violations: [violation, ...input.violations], given }
}

/**
 * Returns the record of a body.
 * @param explainReferences finds the references to records that do not exist
 * @throws Refusal 422 with every violation
 */
export async function requireRecord<S extends Section>(
  { record, violations, references }: PromotionInput<S>,
  explainReferences: (references: ReadRecord<never>['references']) => Promise<Violation[]>,
): Promise<Records[S]> {
  if (record !== null) return record
  throw new Refusal([...violations, ...(await explainReferences(references))])
}

/**
 * Returns the warnings about a saved record: first the stored values that it has reset by leaving them out, then what it ignores.
 * @param before the stored record in the form of the shop file; undefined for a new one
 */
export function warningsOf(
  { given, warnings }: Pick<PromotionInput<Section>, 'given' | 'warnings'>,
  { before, now }: { before: object | undefined; now: object },
): Warning[] {
  const resets = before === undefined ? [] : findResets(given, before, now)
  return [...resets.map(({ pointer, message }) => warningOf(pointer, message)), ...warnings].slice(0, MAX_WARNINGS)
}

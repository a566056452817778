/** Reads the query of `GET /playground/products`: a page or a list of ids, priced for a guest or a member. */

import Type, { type Static } from 'typebox'
import { Refusal } from '../errors.ts'

/** Number of products on a page, and maximum number of ids in a request. */
export const PAGE = 60

/** The query parameters, each a text. */
export const CatalogueParameters = Type.Object({ after: Type.String(), ids: Type.String(), customerId: Type.String() })

/** A parsed query. */
export interface CatalogueQuery {
  /** Id of the last product of the previous page; 0 for the first page. */
  afterId: number
  /** Ids of the requested products; null for a page. */
  ids: number[] | null
  /** The customer whose prices apply; null for a guest's. */
  customerId: number | null
}

/**
 * Reads the query parameters.
 * @throws Refusal 400 with the parameter that is not an id, or that has too many
 */
export function readCatalogueQuery(given: unknown): CatalogueQuery {
  const { after, ids, customerId } = given as { [K in keyof Static<typeof CatalogueParameters>]: unknown }
  return {
    afterId: after === undefined ? 0 : readId('after', after),
    ids: ids === undefined ? null : readIds(ids),
    customerId: customerId === undefined ? null : readId('customerId', customerId),
  }
}

function readIds(value: unknown): number[] {
  const texts = String(value).split(',')
  if (texts.length > PAGE) throw invalidParameter('ids', `at most ${PAGE} ids`)
  return texts.map(text => readId('ids', text))
}

function readId(parameter: string, value: unknown): number {
  const id = Number(value)
  if (/^[1-9]\d*$/.test(String(value)) && Number.isSafeInteger(id)) return id
  throw invalidParameter(parameter, 'an id')
}

function invalidParameter(parameter: string, rule: string): Refusal {
  return new Refusal({ code: 'parameter_invalid', parameter, detail: `${parameter} must be ${rule}.` })
}

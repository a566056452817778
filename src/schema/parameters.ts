/** Query parameters of lists: one reader per parameter; unknown, repeated and invalid parameters are refused together. */

import Type from 'typebox'
import { Refusal, type Violation } from '../errors.ts'

/** Violations per response. Each takes 230 bytes: 16 KiB of unknown parameters would make a response of 580 KiB. */
const MAX_VIOLATIONS = 20

/** Reads the text of one parameter into the query. @throws Error with a message that completes the sentence "… must be" */
export type ReadParameter<Query> = (text: string, query: Query) => void

/** Readers of parameters by name. */
export type ParameterReaders<Query> = Readonly<Record<string, ReadParameter<Query>>>

/**
 * Reads the parameters of a request into a query, which holds the defaults and is changed.
 * @param given the decoded query of the request
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readParameters<Query>(given: unknown, readers: ParameterReaders<Query>, query: Query): Query {
  const violations = Object.entries(given as Record<string, unknown>).flatMap(([parameter, value]) =>
    readParameter({ parameter, value }, readers, query),
  )
  if (violations.length > 0) throw new Refusal(violations.slice(0, MAX_VIOLATIONS))
  return query
}

function readParameter<Query>(
  { parameter, value }: { parameter: string; value: unknown },
  readers: ParameterReaders<Query>,
  query: Query,
): Violation[] {
  const read = Object.hasOwn(readers, parameter) ? readers[parameter] : undefined
  if (!read) {
    const known = Object.keys(readers).join(', ')
    return [{ code: 'parameter_invalid', parameter, detail: `There is no such parameter; there are ${known}.` }]
  }
  try {
    if (typeof value !== 'string') throw new Error('given once')
    read(value, query)
    return []
  } catch (error) {
    return [{ code: 'parameter_invalid', parameter, detail: `${parameter} must be ${(error as Error).message}.` }]
  }
}

/** Reads an integer from 1 to a maximum. @throws Error with a message that completes the sentence "… must be" */
export function integerUpTo(maximum: number, text: string): number {
  const value = Number(text)
  if (!/^[1-9]\d*$/.test(text) || value > maximum) throw new Error(`an integer from 1 to ${maximum}`)
  return value
}

/** Parameter of ids that are separated by commas, for the API description; `idList` reads it. */
export const IdListParameter = Type.String({
  minLength: 1,
  pattern: '^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15})*$',
  description: 'ids, separated by commas',
})

/** Reads ids that are separated by commas; each is returned once. @throws Error with a message that completes the sentence "… must be" */
export function idList(text: string): number[] {
  try {
    return [...new Set(text.split(',').map(each => integerUpTo(Number.MAX_SAFE_INTEGER, each)))]
  } catch (error) {
    throw new Error(`${(error as Error).message}, or several separated by commas`)
  }
}

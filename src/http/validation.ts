/** Checks request parts by the schemas of their routes, and refuses them with every wrong member named. */

import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Refusal, type Violation } from '../errors.ts'
import { type Problem, schemaCheck } from '../schema/check.ts'

/** Fastify's validator: no coercion, no defaults, all violations at once. */
export const schemaValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const check = schemaCheck(schema)
  return value => {
    const { problems } = check(value)
    if (problems.size === 0) return { value }
    return { error: new Refusal([...problems].map(([pointer, problem]) => violationOf(pointer, problem))) }
  }
}

function violationOf(pointer: string, { isMissing, rule }: Problem): Violation {
  const name = pointer === '' ? 'The body' : pointer.slice(1)
  return isMissing
    ? { code: 'member_required', pointer, detail: `${name} is required: ${rule}.` }
    : { code: 'member_invalid', pointer, detail: `${name} must be ${rule}.` }
}

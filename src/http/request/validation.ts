/** Validation of request parts by the schemas of their routes, from which each part is rebuilt. A refusal names every invalid field. */

import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Refusal } from '../../errors.ts'
import { createSchemaCheck } from '../../schema/check.ts'
import { violationOf } from '../../schema/violation.ts'

/** Compiled checks by schema, which several routes share. */
const known = new WeakMap<TSchema, ReturnType<typeof createSchemaCheck<TSchema>>>()

/** Validator for Fastify: no coercion, no defaults, all violations at once. Fastify replaces the part by `value`, the rebuilt one. */
export const schemaValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const check = known.get(schema) ?? createSchemaCheck(schema)
  known.set(schema, check)
  return value => {
    const { value: rebuilt, problems } = check(value)
    if (problems.size === 0) return { value: rebuilt }
    return { error: new Refusal([...problems].map(([pointer, problem]) => violationOf(pointer, problem))) }
  }
}

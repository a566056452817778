/** Turns schema violations into refusals that name the member and say what it must be. */

import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Refusal, type Violation } from '../errors.ts'

/** Checks request parts with the schemas of their routes, without any coercion, and reports all violations at once. */
export const schemaValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema)
  return value =>
    validator.Check(value) ? { value } : { error: new Refusal(violationsOf(schema, validator.Errors(value))) }
}

function violationsOf(schema: TSchema, errors: TLocalizedValidationError[]): Violation[] {
  const found = new Map<string, Violation>()
  for (const violation of errors.flatMap(error => violationsOfError(schema, error))) {
    if (!found.has(violation.pointer)) found.set(violation.pointer, violation)
  }
  return [...found.values()]
}

function violationsOfError(schema: TSchema, error: TLocalizedValidationError): (Violation & { pointer: string })[] {
  const { instancePath } = error
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map(name => ({
      code: 'member_required',
      pointer: `${instancePath}/${name}`,
      detail: `${name} is required: ${ruleOf(schema, name)}.`,
    }))
  }
  const name = instancePath.slice(1)
  const subject = name === '' ? 'The body' : name
  return [{ code: 'member_invalid', pointer: instancePath, detail: `${subject} must be ${ruleOf(schema, name)}.` }]
}

/** A member's `description` says what it must be, such as "an integer from 1 to 100000". */
function ruleOf(schema: TSchema, name: string): string {
  const members = (schema as { properties?: Record<string, { description?: string }> }).properties
  return (name === '' ? undefined : members?.[name]?.description) ?? 'a JSON object'
}

/** Judges of the API description itself: a linter and a validator, whose cases are its operations. */

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { operationsOf, readDescription } from '../docs/openapi.ts'
import { startService } from '../service/service.ts'
import type { Judge, JudgedCase, Verdict } from './judge.ts'
import { packageOf } from './program.ts'

/** Lint rules in addition to the recommended ones. */
const rules = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-required-schema-properties-undefined': 'error',
  'no-http-verbs-in-paths': 'error',
  'operation-tag-defined': 'error',
  'response-contains-header': {
    severity: 'error',
    names: { 401: ['WWW-Authenticate'], 429: ['Retry-After'], 503: ['Retry-After'] },
  },
} as const

/** Findings that are meant: the rule, and the reason. */
const meant: Readonly<Record<string, { places: readonly string[]; why: string }>> = {
  'no-ambiguous-paths': {
    places: ['#/paths/~1api~1v3~1admin~1customers~1{id}~1export'],
    why: 'the id of a customer is a number, so that two paths of customers are never ambiguous',
  },
  'operation-2xx-response': {
    places: [
      '#/paths/~1api~1v3~1storefront~1checkout~1handoff/get/responses',
      '#/paths/~1api~1v3~1storefront~1checkout~1cart-link/get/responses',
      '#/paths/~1buy~1{items}/get/responses',
      '#/paths/~1api~1v3~1storefront~1checkout~1continue/get/responses',
    ],
    why: 'a link answers with redirects alone, not with 2XX',
  },
}

/** The linter of Redocly with its strict rules, and the validator of the OpenAPI schema. */
export const documentJudges: readonly Judge[] = [
  { name: 'OpenAPI 3.1, lint', run: lint },
  { name: 'OpenAPI 3.1, schema', run: validate },
]

async function lint(): Promise<Verdict> {
  const { source, operations } = await readOperations()
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source, config })
  const found = problems.map(({ ruleId, message, location }) => ({
    ruleId,
    message,
    pointer: location[0]?.pointer ?? '#',
  }))
  const notApplicable = found.filter(isMeant)
  const others = found.filter(each => !isMeant(each))
  return {
    by: packageOf('@redocly/openapi-core'),
    cases: [
      ...operations.map((name): JudgedCase => ({ name })),
      ...others.map(({ ruleId, message, pointer }) => ({ name: `${ruleId} ${pointer}`, failure: message })),
    ],
    notApplicable: notApplicable.map(({ ruleId, pointer }) => ({ name: pointer, why: meant[ruleId]?.why ?? '' })),
  }
}

function isMeant({ ruleId, pointer }: { ruleId: string; pointer: string }): boolean {
  return meant[ruleId]?.places.includes(pointer) ?? false
}

async function validate(): Promise<Verdict> {
  const { source, operations } = await readOperations()
  const { valid, errors } = await new Validator().validate(JSON.parse(source))
  return {
    by: packageOf('@seriousme/openapi-schema-validator'),
    cases: operations.map(name => (valid ? { name } : { name, failure: JSON.stringify(errors) })),
    notApplicable: [],
  }
}

async function readOperations(): Promise<{ source: string; operations: string[] }> {
  const service = await startService('sqlite')
  try {
    const source = await (await fetch(`${service.url}/openapi.json`)).text()
    return { source, operations: operationsOf(await readDescription(service.url)).map(({ name }) => name) }
  } finally {
    await service.stop()
  }
}

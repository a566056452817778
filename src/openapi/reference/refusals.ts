/** The error codes of an operation, with an example of each. */

import { type Api, type Endpoint, type Response, responseOf } from './api.ts'

/** An error code of an operation. */
export interface Refusal {
  status: string
  code: string
  /** The detail of an example. */
  detail: string
}

/** Returns the error codes of an operation, by ascending status. */
export function refusalsOf(api: Api, { responses }: Pick<Endpoint, 'responses'>): Refusal[] {
  return Object.entries(responses).flatMap(([status, each]) => refusalsIn(status, responseOf(api, each)))
}

function refusalsIn(status: string, { content = {} }: Response): Refusal[] {
  if (Number(status) < 400) return []
  const examples = Object.entries(Object.values(content)[0]?.examples ?? {})
  return examples.map(([code, { value }]) => {
    const { errors } = value as { errors: { detail: string }[] }
    return { status, code, detail: errors[0]?.detail ?? '' }
  })
}

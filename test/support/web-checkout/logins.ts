/** Reads the responses of POST /checkout/session/login. */

import type { Answer } from '../service/service.ts'

interface Login {
  meta: { merged: number }
  cart: { data: { attributes: { totalQuantity: number } } }
}

/** The total quantity of the member's cart in a response. */
export function quantityIn({ json }: Answer): number {
  return (json as Login).cart.data.attributes.totalQuantity
}

/** The session in a response, without its `meta`. */
export function sessionIn({ json }: Answer): object {
  const { meta, ...session } = json as Login
  return session
}

/** The `meta` of a response; undefined in an error. */
export function metaIn({ json }: Answer): Login['meta'] | undefined {
  return (json as Partial<Login>).meta
}

/** The number of lines that all responses say came along. */
export function mergedBy(answers: Answer[]): number {
  return answers.reduce((sum, answer) => sum + (metaIn(answer)?.merged ?? 0), 0)
}

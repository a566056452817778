/** Generates the types of the client from the API description, with openapi-typescript. */

import { registerHooks } from 'node:module'

/** Sections of the description that apps and back offices use; pages and links are for browsers. */
const SECTIONS = [
  'Guests',
  'Cart',
  'Checkout handoff',
  'Web session',
  'Orders',
  'Customers',
  'Back office',
  'Catalogue',
  'Promotions',
  'Events',
  'Webhooks',
]
const BROWSER_OPERATIONS = ['consumeHandoff', 'readSession', 'endSession']

/** The parts of an operation that the generator reads. */
interface Described {
  operationId: string
  tags: string[]
  requestBody?: { content: Record<string, object> }
  responses: Record<string, { description: string; content?: object }>
}

/** The parts of an OpenAPI document that the generator reads. */
export interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, unknown> }
}

/** @returns the source of `packages/client/src/api.generated.ts` for the description of a running server */
export async function clientTypes(document: Document): Promise<string> {
  useOlderTypeScript()
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const nodes = await openapiTS(JSON.stringify(clientsPart(document)), { defaultNonNullable: false })
  const opening = '/** The types of the API, made by `npm run describe`. Do not edit. */\n\n'
  return opening + astToString(nodes)
}

/** openapi-typescript uses the compiler API of TypeScript 5, which later versions do not have. */
function useOlderTypeScript(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(
        specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-5' : specifier,
        context,
      ),
  })
}

/** Keeps the requests and successful responses of clients; error responses are the same for all operations. */
function clientsPart(document: Document): object {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, each]) => isForClients(each))
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept.map(([method, each]) => [method, essence(each)]))]]
  })
  const { schemas } = document.components
  return { ...document, paths: Object.fromEntries(paths), components: { schemas } }
}

function isForClients({ tags, operationId }: Described): boolean {
  return tags.some(tag => SECTIONS.includes(tag)) && !BROWSER_OPERATIONS.includes(operationId)
}

/** @returns an operation with its JSON body, its successful responses and a default error */
function essence(operation: Described): object {
  const { requestBody, responses, ...rest } = operation
  const json = requestBody?.content['application/json']
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const errors = { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } }
  return {
    ...rest,
    ...(requestBody && { requestBody: { ...requestBody, content: { 'application/json': json } } }),
    responses: {
      ...Object.fromEntries(successes.map(([status, { description, content }]) => [status, { description, content }])),
      default: { description: 'Refused', content: errors },
    },
  }
}

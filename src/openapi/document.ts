/** Builds the OpenAPI 3.1 document of the routes from their schemas, settings and notes. */

import { headerComponents } from './headers.ts'
import { operationOf } from './operation.ts'
import type { RecordedResponses } from './responses.ts'
import { type Route, sectionOf, sections, templateOf } from './route.ts'
import { type Paths, shareRefusals } from './share-refusals.ts'
import { withReferences } from './with-references.ts'

/** Properties of the service as a whole. */
export interface About {
  /** The version of the package. */
  version: string
  /** The public URL of the service. */
  url: string
  /** The name of the cookie of a web session. */
  cookieName: string
}

const description = `The cart of a shop’s apps, the way from there into the web checkout, and the shop’s customers.

Bodies are plain JSON; carts are answered as [JSON:API](https://jsonapi.org) documents. Every price is text with its currency: never parse it into a float.

A refused request is answered with \`errors\`. Decide by \`code\`: codes never change, but new ones are added, so handle unknown codes. An unknown path is answered with 404 \`not_found\`, an unsupported method with 405 \`method_not_allowed\` and \`Allow\`. After 429 and 503, wait for the seconds in \`Retry-After\`; a request refused as \`rate_limited\` or \`overloaded\` had no effect and may be repeated.

Every response has an \`X-Request-Id\`, by which operators find the request in the log. A request may bring its own: 1 to 64 letters, digits, dots, hyphens and underscores.

The examples are those of the sample shop that a first \`npm start\` loads.`

/**
 * Builds the OpenAPI document. Schemas with a title become components with that name.
 *
 * @param answers the recorded responses to the examples
 * @throws Error if two different schemas have the same title
 */
export function openapiDocument(routes: readonly Route[], about: About, answers: RecordedResponses): object {
  const paths: Paths = {}
  for (const route of inOrder(routes)) {
    const path = templateOf(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, answers) }
  }
  const { value, schemas } = withReferences(paths)
  const shared = shareRefusals(value)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sepet',
      version: about.version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.url }],
    tags: sections,
    paths: shared.paths,
    components: {
      securitySchemes: securitySchemes(about.cookieName),
      headers: headerComponents,
      responses: shared.responses,
      schemas,
    },
  }
}

function inOrder(routes: readonly Route[]): Route[] {
  const names = sections.map(({ name }) => name)
  return [...routes].sort((a, b) => names.indexOf(sectionOf(a)) - names.indexOf(sectionOf(b)))
}

function securitySchemes(cookieName: string): object {
  return {
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'A JWT of the shop’s identity provider. `scope` must contain one of the scopes that the endpoint names.',
    },
    webSession: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description:
        'Set when a handoff is consumed; HttpOnly. It identifies the member or guest of a web session and gives no other access to the API.',
    },
    metricsToken: { type: 'http', scheme: 'bearer', description: 'The value of `METRICS_TOKEN`.' },
  }
}

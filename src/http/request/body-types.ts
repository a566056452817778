/** Media types of request bodies: which ones a route takes, and the header by which a response names them. */

import type { FastifyContextConfig } from 'fastify'
import { JSON_API } from './negotiation.ts'

/** Media type of plain JSON. */
export const JSON_TYPE = 'application/json'

/** Header of a 415 response by method: RFC 5789 section 3.1 for PATCH, Linked Data Platform 1.0 section 7.1 for POST. */
const headerOf: Readonly<Record<string, 'Accept-Post' | 'Accept-Patch'>> = {
  POST: 'Accept-Post',
  PATCH: 'Accept-Patch',
}

/** Returns the media types of the bodies that a route takes: JSON in both types, and those of `otherBodies`. */
export function bodyTypesOf({ validatedByHandler }: FastifyContextConfig): string[] {
  return [JSON_TYPE, JSON_API, ...Object.keys(validatedByHandler?.otherBodies ?? {})]
}

/**
 * Returns the media types of the bodies that the description of a route names. JSON:API's type changes nothing, so that plain JSON
 * alone stands for both: generators write one function for each type.
 */
export function describedBodyTypesOf(config: FastifyContextConfig): string[] {
  return bodyTypesOf(config).filter(type => type !== JSON_API)
}

/** Returns the name of the response header that lists media types of bodies: `Accept` for PUT and DELETE (RFC 9110 section 12.5.1). */
export function acceptHeaderOf(method: string): 'Accept' | 'Accept-Post' | 'Accept-Patch' {
  return headerOf[method] ?? 'Accept'
}

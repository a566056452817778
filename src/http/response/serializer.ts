/** Serialisation of responses by the schemas of their routes: only fields of the schema are sent. A response may write its text itself. */

import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

/** A response that writes its text itself, with the fields of the route's schema. */
export interface SelfWritten {
  toText(): string
}

type Serializer = (data: unknown) => string

/** Compiled serialisers by schema. */
const known = new WeakMap<TSchema, Serializer>()

/** Compiler for Fastify, which asks per route: a schema that several routes share is compiled once, 7 instead of 26 in all. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => serializerOf(schema)

/** Returns the text of a response by the schema of its route, as it is sent. */
export function textOfResponse(schema: TSchema, data: unknown): string {
  return serializerOf(schema)(data)
}

function serializerOf(schema: TSchema): Serializer {
  const serializer = known.get(schema) ?? createSerializer(schema)
  known.set(schema, serializer)
  return serializer
}

function createSerializer(schema: TSchema): Serializer {
  const bySchema = fastJsonStringify(schema) as Serializer
  return data => (isSelfWritten(data) ? data.toText() : bySchema(data))
}

/** A function is never a field of JSON. */
function isSelfWritten(data: unknown): data is SelfWritten {
  return typeof (data as SelfWritten | null)?.toText === 'function'
}

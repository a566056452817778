/** A request with a message of MCP, its reply, and what the answer needs. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../operation.ts'
import type { Admission, Caller } from '../platforms/admission.ts'
import type { CountUcpRequest } from '../ucp-error-handler.http.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends messages; set on the route of MCP. */
    ucpCaller: Caller | undefined
  }
}

/** What the endpoint needs. */
export interface McpDependencies {
  operations: readonly Operation[]
  admission: Admission
  count: CountUcpRequest
  /** Whether pages of an origin may call. @param port on which the request arrived */
  isAllowedOrigin: (origin: string, port: number | undefined) => boolean
  /** Where a buyer goes on in a browser. */
  shopUrl: string
  /** Version of Sepet. */
  version: string
}

/** The request of a message. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  dependencies: McpDependencies
}

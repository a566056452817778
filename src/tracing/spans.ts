/** Spans: one per request, named by method and route, with one child per SQL statement. Spans contain no values of either. */

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../db/database.ts'
import type { RunStatement } from '../db/observe-statements.ts'
import type { App } from '../http/fastify-types.ts'
import { isOperational } from '../http/request/request-target.ts'
import { summariseStatement } from './statement-summary.ts'
import type { Tracing } from './tracing-interface.ts'

/** Methods of the semantic conventions. Others share the name `_OTHER`, so that clients cannot create span names. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const systems: Record<Engine, string> = { sqlite: 'sqlite', postgres: 'postgresql' }

/** A request in flight. */
interface TracedRequest {
  span: Span
  context: Context
  /** Clock of all spans of the request, in milliseconds since the epoch, so that statements lie within the request. */
  now: () => number
}

/** Creates the span functions of a tracer. Probes and metrics are not traced: they would be most of a small shop's traces. */
export function createSpanMaker(tracer: Tracer): Pick<Tracing, 'traceRequests' | 'observeStatement'> {
  const current = new AsyncLocalStorage<TracedRequest>()
  const traced = new WeakMap<FastifyRequest, TracedRequest>()
  return {
    traceRequests(app: App): void {
      app.addHook('onRequest', (request, reply, done) => {
        if (isOperational(request.url)) return done()
        const begun = begin(tracer, request)
        traced.set(request, begun)
        nameTrace(begun.span, request, reply)
        reply.raw.once('close', () => end(begun, reply))
        current.run(begun, done)
      })
      // Body parsing runs in events of the connection, outside the asynchronous context of the request.
      app.addHook('preValidation', (request, _reply, done) => {
        const begun = traced.get(request)
        if (begun) current.run(begun, done)
        else done()
      })
    },
    observeStatement(statement: RunStatement): void {
      const request = current.getStore()
      if (request?.span.isRecording()) addStatement(tracer, request, statement)
    },
  }
}

function begin(tracer: Tracer, request: FastifyRequest): TracedRequest {
  const offset = Date.now() - performance.now()
  const now = () => offset + performance.now()
  const { url: route } = request.routeOptions
  const method = METHODS.includes(request.method) ? request.method : '_OTHER'
  const attributes: Attributes = {
    'http.request.method': method,
    ...(route !== undefined && { 'http.route': route }),
    'url.scheme': request.protocol,
    'network.protocol.version': request.raw.httpVersion,
  }
  const verb = method === '_OTHER' ? 'HTTP' : method
  const name = route === undefined ? verb : `${verb} ${route}`
  const caller = callerOf(request)
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, startTime: now() }, caller)
  return { span, context: trace.setSpan(caller, span), now }
}

const propagator = new W3CTraceContextPropagator()

/** Returns the caller's trace context from `traceparent` alone: `tracestate` and baggage could have any content. */
function callerOf({ headers: { traceparent } }: FastifyRequest): Context {
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
}

/** Adds the trace and span ids to the request's log lines. */
function nameTrace(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { traceId: trace_id, spanId: span_id } = span.spanContext()
  request.log = request.log.child({ trace_id, span_id })
  reply.log = request.log
}

function end({ span, now }: TracedRequest, reply: FastifyReply): void {
  if (reply.raw.headersSent) span.setAttribute('http.response.status_code', reply.statusCode)
  if (!reply.raw.writableFinished) fail(span, 'client_gone')
  else if (reply.statusCode >= 500) fail(span, String(reply.statusCode))
  span.end(now())
}

function addStatement(tracer: Tracer, { context, now }: TracedRequest, statement: RunStatement): void {
  const summary = summariseStatement(statement.sql)
  const endTime = now()
  const attributes = { 'db.system.name': systems[statement.engine], 'db.query.summary': summary }
  const startTime = endTime - statement.milliseconds
  const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes, startTime }, context)
  if ('error' in statement) fail(span, errorTypeOf(statement.error))
  span.end(endTime)
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Returns the database's error code, or the error's name; messages can quote rows. */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, errcode, name } = error as Error & { code?: unknown; errcode?: unknown }
  return String(errcode ?? code ?? name)
}

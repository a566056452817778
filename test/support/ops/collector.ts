/** A collector of traces that receives OTLP over HTTP, and keeps all bytes and spans. */

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, readMessage } from './protobuf.ts'

type Attributes = Record<string, string | number>

/** A span that the collector has received. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  /** 2 is a server span, 3 a client span. */
  kind: number
  start: bigint
  end: bigint
  attributes: Attributes
  /** Whether its status is an error. */
  failed: boolean
  /** The message of its status. */
  message: string
  /** The attributes of its resource. */
  service: Attributes
}

/** A running collector. */
export interface Collector {
  url: string
  spans: CollectedSpan[]
  /** Everything that was received, unchanged. */
  bytes: () => string
  headers: IncomingHttpHeaders[]
  /** Waits until `isThere` returns true for the spans. @returns the spans */
  until: (isThere: (spans: CollectedSpan[]) => boolean) => Promise<CollectedSpan[]>
  close: () => void
}

/** Starts a collector. @param answers false accepts requests and never responds */
export async function startCollector({ answers = true } = {}): Promise<Collector> {
  const [spans, bodies, headers]: [CollectedSpan[], Buffer[], IncomingHttpHeaders[]] = [[], [], []]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    bodies.push(body)
    headers.push(request.headers)
    if (!answers) return
    spans.push(...spansOf(body))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    bytes: () => Buffer.concat(bodies).toString('latin1'),
    until: async isThere => {
      while (!isThere(spans)) await sleep(20)
      return spans
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** ExportTraceServiceRequest → ResourceSpans → ScopeSpans → Span, by the field numbers of opentelemetry-proto. */
function spansOf(body: Buffer): CollectedSpan[] {
  return messages(readMessage(body), 1).flatMap(ofResource => {
    const service = attributesOf(messages(ofResource, 1)[0] ?? new Map(), 1)
    const spans = messages(ofResource, 2).flatMap(ofScope => messages(ofScope, 2))
    return spans.map(span => ({ ...spanOf(span), service }))
  })
}

function spanOf(span: Message): Omit<CollectedSpan, 'service'> {
  const status: Message = messages(span, 15)[0] ?? new Map()
  return {
    traceId: bytesOf(span, 1).toString('hex'),
    spanId: bytesOf(span, 2).toString('hex'),
    parentSpanId: bytesOf(span, 4).toString('hex'),
    name: bytesOf(span, 5).toString(),
    kind: Number(span.get(6)?.[0] ?? 0),
    start: span.get(7)?.[0] as bigint,
    end: span.get(8)?.[0] as bigint,
    attributes: attributesOf(span, 9),
    failed: status.get(3)?.[0] === 2n,
    message: bytesOf(status, 2).toString(),
  }
}

/** Reads strings and integers; Sepet sends no other types. */
function attributesOf(message: Message, field: number): Attributes {
  const pairs = messages(message, field).map(pair => {
    const value: Message = messages(pair, 2)[0] ?? new Map()
    const [number] = value.get(3) ?? []
    return [bytesOf(pair, 1).toString(), number === undefined ? bytesOf(value, 1).toString() : Number(number)]
  })
  return Object.fromEntries(pairs)
}

function messages(message: Message, field: number): Message[] {
  return (message.get(field) ?? []).map(bytes => readMessage(bytes as Buffer))
}

function bytesOf(message: Message, field: number): Buffer {
  return (message.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)
}

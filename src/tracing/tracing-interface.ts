/** Types of tracing: its settings, and the functions that the rest of Sepet calls. */

import type { StatementObserver } from '../db/observe-statements.ts'
import type { App } from '../http/fastify-types.ts'

/** Settings, named as OpenTelemetry's environment variables. */
export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_SDK_DISABLED: boolean
  OTEL_TRACES_SAMPLER: SamplerName
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Values of `OTEL_TRACES_SAMPLER`. */
export type SamplerName =
  | 'always_on'
  | 'always_off'
  | 'traceidratio'
  | 'parentbased_always_on'
  | 'parentbased_always_off'
  | 'parentbased_traceidratio'

/** Tracing of one process. */
export interface Tracing {
  /** Registers the spans of requests, and trace ids in their log lines. Call it before any other hook is registered. */
  traceRequests(app: App): void
  /** Creates a span for a statement that a request has run. */
  observeStatement: StatementObserver
  /** Sets the listener of changes in the availability of the collector. */
  onStateChange(listener: CollectorListener): void
  /** Exports the remaining spans, for at most one second. */
  shutdown(): Promise<void>
}

/** Called with an error code when the collector becomes unavailable, and with undefined when it is available again. */
export type CollectorListener = (code: string | number | undefined) => void

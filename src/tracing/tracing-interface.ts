/** Types of tracing: its settings, and what the rest of Sepet calls. */

import type { StatementObserver } from '../db/observe.ts'
import type { App } from '../http/fastify-types.ts'

/** Settings by the names of OpenTelemetry's environment variables. */
export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_SDK_DISABLED: boolean
  OTEL_TRACES_SAMPLER: SamplerName
  OTEL_TRACES_SAMPLER_ARG: number
}

export type SamplerName =
  | 'always_on'
  | 'always_off'
  | 'traceidratio'
  | 'parentbased_always_on'
  | 'parentbased_always_off'
  | 'parentbased_traceidratio'

/** Tracing of one process. */
export interface Tracing {
  /** Makes a span of every request, and has its log lines name the trace. Comes before all other hooks. */
  traceRequests(app: App): void
  /** Makes a span of every statement that a request runs. */
  observeStatement: StatementObserver
  onStateChange(listener: CollectorListener): void
  /** Sends what is left, within a second. */
  shutdown(): Promise<void>
}

/** Told when the collector does not take traces any more, with a code, and when it does again, without. */
export type CollectorListener = (code: string | number | undefined) => void

/** Traces through OpenTelemetry, for those who ask for them: without `OTEL_EXPORTER_OTLP_ENDPOINT` none of its modules is loaded. */

import type { Config } from '../config/config.ts'
import type { StatementObserver } from '../db/observe.ts'
import type { App } from '../http/fastify-types.ts'

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

/** Starts tracing where the configuration asks for it. */
export async function startTracing(config: Config): Promise<Tracing | undefined> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT || config.OTEL_SDK_DISABLED) return undefined
  const { exportTraces } = await import('./export-traces.ts')
  return exportTraces(config)
}

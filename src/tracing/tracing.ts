/** Traces through OpenTelemetry, for those who ask for them: without `OTEL_EXPORTER_OTLP_ENDPOINT` none of its modules is loaded. */

import type { Tracing, TracingSettings } from './tracing-interface.ts'

/** Starts tracing where the configuration asks for it. */
export async function startTracing(settings: TracingSettings): Promise<Tracing | undefined> {
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT || settings.OTEL_SDK_DISABLED) return undefined
  const { exportTraces } = await import('./export-traces.ts')
  return exportTraces(settings)
}

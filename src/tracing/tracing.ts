/** Optional tracing by OpenTelemetry, whose modules are loaded only if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */

import type { Tracing, TracingSettings } from './tracing-interface.ts'

/** Starts tracing if the settings enable it. @returns undefined when tracing is disabled */
export async function startTracing(settings: TracingSettings): Promise<Tracing | undefined> {
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT || settings.OTEL_SDK_DISABLED) return undefined
  const { exportTraces } = await import('./export-traces.ts')
  return exportTraces(settings)
}

/** Sets up OpenTelemetry: who we are, which requests are sampled, and how spans get to the collector without holding up anything. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import packageJson from '../../package.json' with { type: 'json' }
import { spanMaker } from './spans.ts'
import type { CollectorListener, SamplerName, Tracing, TracingSettings } from './tracing-interface.ts'

/** Spans go out together, so long after the first of them; 2,048 are kept, and further ones lost, while nobody takes them. */
const EXPORT_DELAY_MS = 1_000
const FLUSH_MS = 1_000

/** Starts to export. The exporter itself reads the rest of what OpenTelemetry specifies for `OTEL_EXPORTER_OTLP_*`. */
export function exportTraces(settings: TracingSettings): Tracing {
  let listener: CollectorListener = () => {}
  const exporter = announcing(new OTLPTraceExporter(), code => listener(code))
  const provider = new TracerProvider({
    resource: describeService(),
    sampler: samplers[settings.OTEL_TRACES_SAMPLER](settings.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_DELAY_MS })],
  })
  return {
    ...spanMaker(provider.getTracer(packageJson.name, packageJson.version)),
    onStateChange: to => {
      listener = to
    },
    // What cannot be sent now never will be.
    shutdown: () => Promise.race([provider.shutdown().catch(() => {}), sleep(FLUSH_MS, undefined, { ref: false })]),
  }
}

/** What `OTEL_RESOURCE_ATTRIBUTES` says goes before ours, and `OTEL_SERVICE_NAME` before both. */
function describeService(): Resource {
  const ours = resourceFromAttributes({
    'service.name': packageJson.name,
    'service.version': packageJson.version,
    'service.instance.id': randomUUID(),
  })
  const theirs = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })
  return defaultResource().merge(ours).merge(theirs)
}

const samplers: Record<SamplerName, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: ratio => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: ratio => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

/** Says once when the collector goes away and once when it is back, however many batches fail in between. */
function announcing(exporter: SpanExporter, listener: CollectorListener): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed !== isAway) listener(failed ? codeOf(result.error) : undefined)
        isAway = failed
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Of an error only this may be logged: its message can hold what the collector answered. */
function codeOf(error: (Error & { code?: string | number }) | undefined): string | number {
  return error?.code ?? error?.name ?? 'unknown'
}

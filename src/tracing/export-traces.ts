/** OpenTelemetry set-up: service attributes, sampling, and the export of spans in the background. */

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
import { buildVersion } from '../version.ts'
import { createSpanMaker } from './spans.ts'
import type { CollectorListener, SamplerName, Tracing, TracingSettings } from './tracing-interface.ts'

/** Delay from a batch's first span to its export. While the collector is unavailable, 2,048 spans are kept, others lost. */
const EXPORT_DELAY_MS = 1_000
/** Time for the export of the last spans at shutdown. */
const FLUSH_MS = 1_000

/** Starts the export of traces. The exporter reads the other `OTEL_EXPORTER_OTLP_*` variables itself. */
export function exportTraces(settings: TracingSettings): Tracing {
  let listener: CollectorListener = () => {}
  const exporter = createAnnouncingExporter(new OTLPTraceExporter(), code => listener(code))
  const provider = new TracerProvider({
    resource: describeService(),
    sampler: samplers[settings.OTEL_TRACES_SAMPLER](settings.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_DELAY_MS })],
  })
  return {
    ...createSpanMaker(provider.getTracer(packageJson.name, buildVersion())),
    onStateChange: to => {
      listener = to
    },
    // Spans that cannot be sent within FLUSH_MS are lost.
    shutdown: () => Promise.race([provider.shutdown().catch(() => {}), sleep(FLUSH_MS, undefined, { ref: false })]),
  }
}

/** Returns the service's attributes: `OTEL_SERVICE_NAME` overrides `OTEL_RESOURCE_ATTRIBUTES`, which overrides the defaults. */
function describeService(): Resource {
  const ours = resourceFromAttributes({
    'service.name': packageJson.name,
    'service.version': buildVersion(),
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

/** Calls the listener once when the collector becomes unavailable, and once when it is available again, not for each batch. */
function createAnnouncingExporter(exporter: SpanExporter, listener: CollectorListener): SpanExporter {
  let isUnavailable = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed !== isUnavailable) listener(failed ? codeOf(result.error) : undefined)
        isUnavailable = failed
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Returns the part of an error that may be logged: its message can contain the collector's response. */
function codeOf(error: (Error & { code?: string | number }) | undefined): string | number {
  return error?.code ?? error?.name ?? 'unknown'
}

/** Operation docs of the service's own endpoints and pictures. */

import Type from 'typebox'
import type { OperationDocs } from './operation-docs.ts'

/** Operation docs of the OpenAPI document. */
export const describeApi: OperationDocs = {
  name: 'describeApi',
  section: 'Service',
  summary: 'Read this description',
  description: 'OpenAPI 3.1, for tools and client generators.',
  otherResponses: { 200: 'application/json' },
  examples: { description: { summary: 'The description', status: 200 } },
}

/** Operation docs of GET /health/live. */
export const checkLive: OperationDocs = {
  name: 'checkLive',
  section: 'Service',
  summary: 'Check liveness',
  examples: { alive: { summary: 'The process is alive', status: 200 } },
}

/** Operation docs of GET /health/ready. */
export const checkReady: OperationDocs = {
  name: 'checkReady',
  section: 'Service',
  summary: 'Check readiness',
  description:
    'Answers 503 while the database is unavailable or its schema is outdated, and from the moment the process begins to stop.',
  refuses: ['unavailable'],
  examples: { ready: { summary: 'Ready', status: 200 } },
}

/** Operation docs of GET /metrics. */
export const readMetrics: OperationDocs = {
  name: 'readMetrics',
  section: 'Service',
  summary: 'Read metrics, for Prometheus',
  description: 'Takes `METRICS_TOKEN` as a bearer token where one is set, and always in production.',
  otherResponses: { 200: 'text/plain' },
  examples: { metrics: { summary: 'Metrics in the Prometheus text format', status: 200 } },
}

const picture: Pick<OperationDocs, 'otherResponses' | 'headers' | 'refuses'> = {
  otherResponses: { 200: 'image/png', 304: null },
  headers: { 200: ['ETag', 'Last-Modified', 'Vary'] },
  refuses: ['precondition_failed'],
}

/** Operation docs of the placeholder picture. */
export const readPlaceholder: OperationDocs = {
  ...picture,
  name: 'readPlaceholder',
  section: 'Web pages',
  summary: 'Read the picture of products that have none',
  examples: { placeholder: { summary: 'The picture', status: 200 } },
}

/** Operation docs of the sample shop's pictures. */
export const readSamplePicture: OperationDocs = {
  ...picture,
  name: 'readSamplePicture',
  section: 'Web pages',
  summary: 'Read a picture of the sample shop',
  params: Type.Object({ file: Type.String({ pattern: '^[a-z0-9-]+\\.png$' }) }),
  refuses: ['precondition_failed', 'not_found'],
  examples: { linen: { summary: 'Linen by the metre', params: { file: 'ham-keten-kumas.png' }, status: 200 } },
}

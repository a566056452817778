/** Operation docs of the pages of the API reference. */

import Type from 'typebox'
import type { OperationDocs } from './operation-docs.ts'

const page: Pick<OperationDocs, 'section' | 'otherResponses' | 'headers'> = {
  section: 'Service',
  otherResponses: { 200: 'text/html' },
  headers: { 200: ['Content-Security-Policy'] },
}

const file: Pick<OperationDocs, 'section' | 'headers' | 'refuses'> = {
  section: 'Service',
  headers: { 200: ['ETag', 'Last-Modified', 'Vary'] },
  refuses: ['precondition_failed'],
}

/** Operation docs of the overview of the API reference. */
export const showReference: OperationDocs = {
  ...page,
  name: 'showReference',
  summary: 'Show this reference',
  description: 'The OpenAPI document as web pages: this is the overview by subject.',
  examples: { reference: { summary: 'The overview', status: 200 } },
}

/** Operation docs of the pages of the API reference. */
export const showReferencePage: OperationDocs = {
  ...page,
  name: 'showReferencePage',
  summary: 'Show a page of this reference',
  description:
    'The operations of a subject, such as `checkout-handoff`; all error codes, `errors`; or all schemas, `schemas`.',
  refuses: ['not_found'],
  examples: { cart: { summary: 'The operations of the cart', params: { page: 'cart' }, status: 200 } },
}

/** Operation docs of the search of the API reference. */
export const searchReference: OperationDocs = {
  ...page,
  name: 'searchReference',
  summary: 'Search this reference',
  description:
    'Operations, fields, error codes and schemas that contain every word, in English or Turkish, as a web page with links.',
  examples: { code: { summary: 'An error code', params: { q: 'cart_full' }, status: 200 } },
}

/** Operation docs of the stylesheets of the API reference. */
export const readReferenceStylesheet: OperationDocs = {
  ...file,
  name: 'readReferenceStylesheet',
  summary: 'Read a stylesheet of the reference',
  params: Type.Object({ sheet: Type.String({ pattern: '^[a-z0-9-]+\\.css$' }) }),
  otherResponses: { 200: 'text/css', 304: null },
  refuses: ['precondition_failed', 'not_found'],
  examples: { base: { summary: 'The colours and the texts', params: { sheet: 'base.css' }, status: 200 } },
}

/** Operation docs of the script of the API reference. */
export const readReferenceScript: OperationDocs = {
  ...file,
  name: 'readReferenceScript',
  summary: 'Read the script of the reference',
  otherResponses: { 200: 'application/javascript', 304: null },
  examples: { script: { summary: 'The keys of the search', status: 200 } },
}

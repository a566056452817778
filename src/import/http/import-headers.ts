/** Headers of an import, checked before its body is read. */

import type { IncomingHttpHeaders } from 'node:http'
import { requireReadable } from '../../http/request/json-body.ts'
import { bodyRequired, tooLarge, unsupportedMediaType } from './refuse-import.ts'

/** Extension of the spool file, by which the format of its content is expected. */
export type ImportExtension = 'json' | 'csv' | 'xlsx'

/** Media type of an Excel workbook (.xlsx). */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const extensions: Readonly<Record<string, ImportExtension>> = {
  'application/json': 'json',
  'application/vnd.api+json': 'json',
  'text/csv': 'csv',
  [WORKBOOK]: 'xlsx',
}

/**
 * Reads the extension of a file from the media type of its body.
 * @throws Refusal 415 for a media type other than JSON and CSV, JSON:API with parameters, a content coding, or a charset other than UTF-8
 */
export function readExtension(headers: IncomingHttpHeaders): ImportExtension {
  const { 'content-type': type = '' } = headers
  const [mediaType = ''] = type.split(';')
  const extension = extensions[mediaType.trim().toLowerCase()]
  if (!extension) throw unsupportedMediaType()
  requireReadable(headers)
  return extension
}

/** @throws Refusal 422 for a body declared empty, 413 for one declared too large: before it is read */
export function requireLength({ 'content-length': length }: IncomingHttpHeaders, maxBytes: number): void {
  if (length === '0') throw bodyRequired()
  if (Number(length) > maxBytes) throw tooLarge()
}

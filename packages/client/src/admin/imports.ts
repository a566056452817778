/** The import calls of the client: a shop file as JSON, or a product export or customer list as CSV. */

import type { Send } from '../network.ts'
import { type Api, bodyOf, type CallOptions, type Schemas, toRecord } from '../responses.ts'
import { given } from './query.ts'

/** The content of a shop file. */
export type ShopFile = Schemas['ShopFile']

/** The content of a file, in UTF-8. A stream is sent while it is read, and is never whole in memory. */
export type FileContent = string | Uint8Array | Blob | ReadableStream<Uint8Array>

/** What an import did: created and updated records by section, skipped records, products off sale, and warnings. */
export type ImportReport = Schemas['ImportReport']['data']

/** Options of {@link ImportsClient}`.shopFile`. */
export interface ImportOptions extends CallOptions {
  /** Takes products off sale that the file does not contain. */
  withdrawMissing?: 'products'
  /** Permits a change of `currencyCode`, `decimalPlaces` or `pricesIncludeVat` while products are stored; no price is converted. */
  allowCurrencyChange?: boolean
  /** Does everything but the import, and returns what it would do. */
  dryRun?: boolean
}

/** Options of {@link ImportsClient}`.csv`. */
export interface CsvImportOptions extends ImportOptions {
  /** The VAT rate, in percent, of products that the export marks as taxable, from 0 to 100, such as `20` or `'18.5'`. */
  vatRate?: number | string
  /** Gives products numbers of Sepet's own instead of those of the table; later imports find them by these. */
  newIds?: boolean
  /** The locations of a Shopify inventory whose stock counts; all where it is left out. */
  locations?: readonly string[]
  /** The encoding of a CSV file by its label of the Encoding standard, such as `windows-1254`; told from its bytes where it is left out. */
  encoding?: string
  /** Fields of columns by their headings, such as `{ 'Ürün Kodu': 'sku' }`. */
  columns?: Readonly<Record<string, string>>
  /** The campaign that the codes of a table are bound to; the table has a column such as `code`. */
  campaignId?: number
  /** The batch of these codes. */
  batch?: string
}

/** Options of {@link ImportsClient}`.workbook`. */
export interface WorkbookImportOptions extends Omit<CsvImportOptions, 'encoding'> {
  /** The sheet by its name or number; the first where it is left out. */
  sheet?: string | number
}

/**
 * The import calls of a client. An import is applied completely or not at all.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), and these:
 *
 * - 400 `parameter_invalid`
 * - 409 `import_running`, before the body is read: call again after `retryAfterSeconds`
 * - 413 `payload_too_large`
 * - 422 `field_required` for an empty file, `field_invalid` for each problem of the file: the first 100, each with its JSON pointer in
 *   `source`, or its line in `meta`; `meta.total` of the error is the number of all
 * - 422 `prices_relabelled` for each setting that would give the stored prices another meaning, unless `allowCurrencyChange` is set
 *
 * **A stream is sent once**: it cannot be read again, so none of its refusals is retried. Any other content is sent again like every
 * other request, and is kept in memory for that. After a network failure the outcome is unknown: a repeated import has no further
 * effect. A stream of Node.js is no content: convert it by `Readable.toWeb`. A call with anything else throws a `TypeError`.
 */
export type ImportsClient = ReturnType<typeof createImportsClient>

const IMPORTS = '/api/v3/admin/imports'

/**
 * Creates the import calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @param sendOnce Sends a request with the access token, and never again.
 * @returns The import calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createImportsClient } from "./imports.ts"
 *
 * const api = createTransport<paths>({ baseUrl: 'https://shop.example.com' })
 * const imports = createImportsClient(api, request => fetch(request))
 * console.log((await imports.shopFile({ products: [] })).warningsTotal)
 * ```
 */
export function createImportsClient(api: Api, sendOnce: Send) {
  const send = async (file: FileContent, type: string, options: AllOptions): Promise<ImportReport> => {
    const { query, call } = readOptions(options)
    // Fetch standard: a stream needs `duplex`. A clone for a second attempt would keep all of it in memory.
    const once = isStream(file) ? { duplex: 'half' as const, fetch: sendOnce } : {}
    const as = { body: {}, bodySerializer: () => file, headers: { 'Content-Type': type } }
    return bodyOf(api.POST(IMPORTS, { params: { query }, ...as, ...once, ...call }), toRecord)
  }

  return {
    /**
     * Imports a shop file. Requires the scope `catalogue:write`.
     *
     * @param file The content as an object, or as JSON in a text, bytes, a `Blob` or a stream.
     * @param options Whether products are withdrawn, and an `AbortSignal`.
     * @returns The report.
     * @throws SepetError with a code of every import (see {@link ImportsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { imports } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const napkin = { id: 9001, name: 'Keten peçete', price: '24.90', vatRate: 10, stock: 40 }
     * const { files, warnings } = await imports.shopFile({ products: [napkin] })
     * console.log(files[0]?.sections, warnings)
     * ```
     */
    shopFile: async (file: ShopFile | FileContent, options: ImportOptions = {}): Promise<ImportReport> =>
      send(isContent(file) ? file : jsonOf(file), 'application/json', options),

    /**
     * Imports a table: an export of another system, a sheet of few columns, a customer list, or an exported table. Requires the scope `catalogue:write`.
     *
     * @param file The CSV file as a text, bytes, a `Blob` or a stream.
     * @param options The VAT rate, what columns are, whether products are withdrawn or it is only tried, and an `AbortSignal`.
     * @returns The report.
     * @throws SepetError with a code of every import (see {@link ImportsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { imports } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { body } = await fetch('https://files.example.com/products_export.csv')
     * if (body) console.log(await imports.csv(body, { vatRate: 20, withdrawMissing: 'products' }))
     * ```
     */
    csv: async (file: FileContent, options: CsvImportOptions = {}): Promise<ImportReport> => {
      if (!isContent(file)) throw unsupported()
      return send(file, 'text/csv', options)
    },

    /**
     * Imports the sheet of an Excel workbook, as {@link ImportsClient}`.csv` imports a table. Requires the scope `catalogue:write`.
     *
     * @param file The workbook (.xlsx) as bytes, a `Blob` or a stream.
     * @param options The sheet, what its columns are, the VAT rate, whether it is only tried, and an `AbortSignal`.
     * @returns The report.
     * @throws SepetError with a code of every import (see {@link ImportsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { imports } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { body } = await fetch('https://files.example.com/fiyatlar.xlsx')
     * if (body) console.log((await imports.workbook(body, { dryRun: true })).priceChanges)
     * ```
     */
    workbook: async (
      file: Exclude<FileContent, string>,
      options: WorkbookImportOptions = {},
    ): Promise<ImportReport> => {
      if (!isContent(file)) throw unsupported()
      return send(file, WORKBOOK, options)
    },
  }
}

/** Media type of an Excel workbook. */
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type AllOptions = CsvImportOptions & WorkbookImportOptions

/** Divides options into the parameters of the request and those of the call. */
function readOptions(options: AllOptions) {
  const {
    vatRate,
    withdrawMissing,
    allowCurrencyChange,
    dryRun,
    newIds,
    locations,
    encoding,
    columns,
    sheet,
    campaignId,
    batch,
    ...call
  } = options
  const flag = (isOn: boolean | undefined) => (isOn ? ('true' as const) : undefined)
  const query = given({
    ...{ vatRate: vatRate?.toString(), withdrawMissing, encoding, sheet: sheet?.toString() },
    ...{ campaignId, batch },
    ...{ allowCurrencyChange: flag(allowCurrencyChange), dryRun: flag(dryRun), newIds: flag(newIds) },
    ...{
      locations: locations?.map(name => name.replaceAll(',', '\\,')).join(','),
      columns: columns && mappingOf(columns),
    },
  })
  return { query, call }
}

/** A comma, an equals sign or a backslash of a heading has a backslash in front. */
function mappingOf(columns: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(columns)
  return pairs.map(([heading, field]) => `${heading.replace(/[\\,=]/g, '\\$&')}=${field}`).join(',')
}

/** By methods and not by classes: those of another realm, such as a test runner's, are not the same. */
function isContent(file: unknown): file is FileContent {
  if (typeof file === 'string' || ArrayBuffer.isView(file) || isStream(file)) return true
  return typeof file === 'object' && file !== null && 'arrayBuffer' in file
}

function isStream(file: unknown): file is ReadableStream<Uint8Array> {
  return typeof file === 'object' && file !== null && 'getReader' in file
}

/** A stream of Node.js would become JSON without a section: an import that does nothing. */
function jsonOf(file: unknown): string {
  if (typeof file !== 'object' || file === null || Symbol.asyncIterator in file) throw unsupported()
  return JSON.stringify(file)
}

function unsupported(): TypeError {
  return new TypeError('The file must be a text, bytes, a Blob or a ReadableStream; a shop file may be an object.')
}

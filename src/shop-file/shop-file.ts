/** Shop file decoder: checks each record by its schema and the rules between its fields, and converts it to its domain type. */

import { escapePointer } from '../schema/check.ts'
import type { FileChecks } from './checks-interface.ts'
import * as promotions from './convert-promotions.ts'
import * as map from './convert-records.ts'
import { createDecoder, type Decode } from './decode-record.ts'
import type { Imported, ListSection, Records, ShopPatch } from './imported-records.ts'
import * as rules from './promotion-rules.ts'
import * as check from './record-rules.ts'
import { describeForeignDocument } from './resembled-part.ts'
import { recordSchemas, ShopSection } from './shop-file.schema.ts'

/** One part of a shop file: a record of a list, or a section (a list without its records). */
export interface ShopFilePart {
  section: string
  /** Index of the record in its list; null when `value` is the section. */
  index: number | null
  value: unknown
}

const decodeShop = createDecoder(ShopSection, () => {}, map.toShopPatch)

const lists: { [S in ListSection]: Decode<Records[S]> } = {
  customerGroups: createDecoder(recordSchemas.customerGroups, check.checkCustomerGroup, map.toCustomerGroup),
  customers: createDecoder(recordSchemas.customers, check.checkCustomer, map.toCustomer),
  products: createDecoder(recordSchemas.products, check.checkProduct, map.toProduct),
  shippingCompanies: createDecoder(recordSchemas.shippingCompanies, check.checkShippingCompany, map.toShippingCompany),
  paymentMethods: createDecoder(recordSchemas.paymentMethods, check.checkPaymentMethod, map.toPaymentMethod),
  campaigns: createDecoder(recordSchemas.campaigns, rules.checkCampaign, promotions.toCampaign),
  coupons: createDecoder(recordSchemas.coupons, rules.checkCoupon, promotions.toCoupon),
  carts: createDecoder(recordSchemas.carts, check.checkCart, map.toCart),
}

/**
 * Decodes one record of a section.
 * @returns null after reporting its problems
 */
export function decodeRecord<S extends ListSection>(section: S, ...record: Parameters<Decode<Records[S]>>) {
  return lists[section](...record)
}

/** Names of the sections that are lists of records. */
export const listSections = Object.keys(lists) as ListSection[]

function isSection(name: string): boolean {
  return name === 'shop' || Object.hasOwn(lists, name)
}

/** Decodes the parts of one shop file. */
export class ShopFileDecoder {
  /** Changes of the file's `shop` section; null when the file has none. */
  shop: ShopPatch | null = null
  readonly #checks: FileChecks
  readonly #seen = new Set<string>()

  constructor(checks: FileChecks) {
    this.#checks = checks
  }

  /** Returns the record of a part; null for a record with problems, and for a section. */
  decode({ section, index, value }: ShopFilePart): Imported | null {
    if (index === null) {
      this.#decodeSection(section, value)
      return null
    }
    const at = `/${section}/${index}`
    const record = decodeRecord(section as ListSection, value, at, this.#checks)
    return record && ({ section, record, at } as Imported)
  }

  /** Reports a file without any known section, after its last part. An empty object is a shop file that changes nothing. */
  end(): void {
    const names = [...this.#seen]
    if (names.length > 0 && !names.some(isSection)) this.#checks.problem('', describeForeignDocument(names))
  }

  #decodeSection(section: string, value: unknown): void {
    const at = `/${escapePointer(section)}`
    if (this.#seen.has(section)) this.#checks.problem(at, 'is repeated in the file')
    this.#seen.add(section)
    if (section === 'shop') this.shop = decodeShop(value, at, this.#checks)
    else if (!isSection(section)) this.#checks.warning(at, 'is not a known section: ignored')
    else if (!Array.isArray(value)) this.#checks.problem(at, 'must be a list')
  }
}

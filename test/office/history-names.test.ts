/** What the history of the office calls the settings of the shop and the fields of promotions, without a browser. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CampaignRecord,
  CouponRecord,
  PaymentMethodRecord,
  ShippingCompanyRecord,
  ShopSection,
} from '../../src/shop-file/shop-file.schema.ts'
import { loadOfficeModule } from '../support/office/browser-modules.ts'

interface Texts {
  history: { fields: Record<string, string> }
}

/** What the module needs of the application. */
interface Page {
  texts: () => Texts
  session: () => { shop: { currencyCode: string; decimalPlaces: number } }
}

const { fieldText, valueText } = await loadOfficeModule<{
  fieldText: (app: Page, field: string, names: Map<string, string>) => string
  valueText: (app: Page, field: string, value: unknown, names: Map<string, string>) => string
}>('pages/history/change-text')
const { textsIn } = await loadOfficeModule<{ textsIn: (language: 'tr' | 'en') => Texts }>('texts/texts')

/** Every setting that a shop file can change, as the history names it, with the schema of its value. */
const settings: [field: string, schema: object][] = [
  ...Object.entries(ShopSection.properties).filter(([name]) => name !== 'settings'),
  ...Object.entries(ShopSection.properties.settings.properties).map(named('settings')),
  ...Object.entries(ShippingCompanyRecord.properties).map(named('shippingCompanies.1')),
  ...Object.entries(PaymentMethodRecord.properties).map(named('paymentMethods.1')),
]

function named(prefix: string) {
  return ([name, schema]: [string, object]): [string, object] => [`${prefix}.${name}`, schema]
}

/** The fields of a record, with dots between levels. */
function fieldsOf(schema: object, prefix = ''): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { anyOf?: object[] }> }
  return Object.entries(properties).flatMap(([name, each]) => {
    const inner = each.anyOf?.find(one => 'properties' in one) ?? each
    const fields = fieldsOf(inner, `${prefix}${name}.`)
    return fields.length > 0 ? fields : [prefix + name]
  })
}

/** The values that a setting may have, where it has a list of them. */
function listedValues(schema: object): unknown[] {
  const { enum: values = [], anyOf = [] } = schema as { enum?: unknown[]; anyOf?: { const?: unknown }[] }
  return [...values, ...anyOf.map(each => each.const)].filter(value => value !== undefined)
}

function pageIn(language: 'tr' | 'en'): Page {
  return { texts: () => textsIn(language), session: () => ({ shop: { currencyCode: 'TRY', decimalPlaces: 2 } }) }
}

describe('the history of the settings', () => {
  for (const language of ['tr', 'en'] as const) {
    const app = pageIn(language)
    const nameOf = (field: string) => fieldText(app, field, new Map())
    const said = (field: string, value: unknown) => valueText(app, field, value, new Map()).replaceAll('\u00a0', ' ')

    it(`names each setting in ${language}, and no two alike`, () => {
      const names = settings.map(([field]) => nameOf(field))
      const unnamed = settings.filter(([field]) => nameOf(field).split(', ').at(-1) === field.split('.').at(-1))
      const raw = settings.filter(([field]) => nameOf(field) === field)
      assert.deepEqual(
        [...unnamed, ...raw].map(([field]) => field),
        [],
      )
      assert.deepEqual(new Set(names).size, names.length)
    })

    it(`says in ${language} what each listed value of a setting means`, () => {
      const listed = settings.flatMap(([field, schema]) => listedValues(schema).map(value => [field, value] as const))
      assert.equal(listed.length, 8)
      for (const [field, value] of listed) assert.notEqual(said(field, value), String(value), field)
    })
  }

  it('has amounts, percentages, and yes and no', () => {
    const app = pageIn('tr')
    const said = (field: string, value: unknown) => valueText(app, field, value, new Map())
    assert.equal(said('settings.showOffers', true), 'Evet')
    assert.equal(said('settings.UyelikOlmadanDevamEtGoster', 0), 'Hayır')
    assert.equal(said('settings.SatinAlmaSureciUyeliksizBasla', 1), 'Evet')
    assert.equal(said('settings.cargoVatRate', '18.5'), '%18,5')
    assert.equal(said('settings.orderNoteMaxLength', 1500), '1.500')
    assert.equal(said('shippingCompanies.1.freeLimit', '1500'), '₺1.500,00')
    assert.equal(said('paymentMethods.1.minimumOrderAmount', null), 'boş')
    const rates = [
      { from: '0', price: '49.90' },
      { from: '1000', price: '0' },
    ]
    assert.equal(
      said('shippingCompanies.1.rates', rates),
      'en az: ₺0,00 · fiyat: ₺49,90, en az: ₺1.000,00 · fiyat: ₺0,00',
    )
  })
})

describe('the history of promotions', () => {
  const fields = [...fieldsOf(CampaignRecord), ...fieldsOf(CouponRecord)]
  for (const language of ['tr', 'en'] as const) {
    it(`names each field in ${language}`, () => {
      const app = pageIn(language)
      assert.ok(fields.includes('audience.exclude.customerGroupIds'))
      assert.deepEqual(
        fields.filter(field => fieldText(app, field, new Map()) === field),
        [],
      )
    })
  }
})

/** The tables of the results: campaigns, coupons, and batches of codes, those with the highest turnover first. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Table } from '../../ui/table.js'
import { UserText } from '../../ui/user-text.js'
import { isSegment, path } from '../../url.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./result-types.js').Results} Results */
/** @typedef {import('./result-types.js').Sold} Sold */
/** @typedef {'campaigns' | 'coupons' | 'batches'} Kind */
/** @typedef {(campaignId: number) => string} CodesHref makes the address of the results of one campaign's codes */

/** The tables. @param {{ app: App, results: Results, codesOf: CodesHref | null }} props `codesOf`: null where they are of one campaign */
export function ResultTables({ app, results, codesOf }) {
  const { data, meta } = results
  const withCodes = new Set([...data.batches, ...data.coupons].map(({ campaignId }) => campaignId))
  const codes = (/** @type {number} */ id) => (codesOf && withCodes.has(id) ? codesOf(id) : null)
  const table = (/** @type {Kind} */ kind, /** @type {import('../../ui/table.js').Column<any>[]} */ columns) => html`
    <${ResultTable} app=${app} kind=${kind} rows=${data[kind]} leftOut=${meta.leftOut[kind]} columns=${columns} />`
  return html`
    ${table('campaigns', campaignColumns(app, codes))}
    ${table('coupons', couponColumns(app))}
    ${table('batches', batchColumns(app))}`
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {Kind} props.kind
 * @param {any[]} props.rows
 * @param {number} props.leftOut
 * @param {import('../../ui/table.js').Column<any>[]} props.columns
 */
function ResultTable({ app, kind, rows, leftOut, columns }) {
  const { results: t, locale } = app.texts()
  const all = [...columns, ...soldColumns(app)]
  const table = html`<${Table} label=${t[kind].title} columns=${all} rows=${rows} keyOf=${keyOf} />`
  return html`
    <${Card} title=${t[kind].title}>
      ${rows.length === 0 ? html`<p class="hint">${t[kind].none}</p>` : table}
      ${leftOut > 0 && html`<p class="hint">${t.leftOut(numberText(leftOut, locale))}</p>`}
    <//>`
}

/** @param {{ code?: string, campaignId: number | null, batch?: string | null } & Sold} row */
function keyOf({ code, campaignId, batch, turnover: { currencyCode, decimalPlaces } }) {
  return JSON.stringify([code ?? campaignId, code === undefined && batch, currencyCode, decimalPlaces])
}

/** @param {App} app @returns {import('../../ui/table.js').Column<Sold>[]} */
function soldColumns(app) {
  const { results: t, locale } = app.texts()
  return [
    { title: t.orders, cell: ({ orders }) => numberText(orders, locale), kind: 'number' },
    { title: t.turnover, cell: ({ turnover }) => moneyText(turnover, locale), kind: 'number' },
  ]
}

/**
 * @param {App} app
 * @param {(id: number) => string | null} codesOf
 * @returns {import('../../ui/table.js').Column<import('./result-types.js').CampaignResult>[]}
 */
function campaignColumns(app, codesOf) {
  const { results: t } = app.texts()
  const codes = (/** @type {number} */ id) => {
    const href = codesOf(id)
    return href && html`<small class="way"><a href=${href}>${t.codesOf}</a></small>`
  }
  return [
    {
      title: t.campaign,
      cell: ({ campaignId, name }) =>
        html`<${CampaignLink} app=${app} id=${campaignId} name=${name} />${codes(campaignId)}`,
    },
    { title: t.number, cell: ({ campaignId }) => campaignId },
  ]
}

/** @param {App} app @returns {import('../../ui/table.js').Column<import('./result-types.js').CouponResult>[]} */
function couponColumns(app) {
  const { results: t } = app.texts()
  return [
    { title: t.code, cell: coupon => html`<${CouponLink} coupon=${coupon} />` },
    {
      title: t.description,
      cell: ({ description }) => (description === null ? t.deleted : html`<${UserText} text=${description} />`),
    },
  ]
}

/** @param {App} app @returns {import('../../ui/table.js').Column<import('./result-types.js').BatchResult>[]} */
function batchColumns(app) {
  const { results: t } = app.texts()
  return [
    { title: t.batch, cell: ({ batch }) => html`<${UserText} text=${batch} />` },
    {
      title: t.campaign,
      cell: ({ campaignId, campaignName }) =>
        html`<${CampaignLink} app=${app} id=${campaignId} name=${campaignName} />`,
    },
  ]
}

/** A deleted campaign has no page. @param {{ app: App, id: number, name: string | null }} props */
function CampaignLink({ app, id, name }) {
  if (name === null) return app.texts().results.deletedCampaign(String(id))
  return html`<a href=${path`/office/campaigns/${id}`}><${UserText} text=${name} /></a>`
}

/** Neither a deleted coupon has a page, nor one whose code is no address. @param {{ coupon: import('./result-types.js').CouponResult }} props */
function CouponLink({ coupon: { code, description } }) {
  const name = html`<${UserText} text=${code} />`
  if (description === null || !isSegment(code)) return name
  // `new` is the page of a new coupon; codes are found in any case.
  return html`<a href=${path`/office/coupons/${code === 'new' ? 'NEW' : code}`}>${name}</a>`
}

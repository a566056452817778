/** Which promotion sold what: orders and turnover of a period by campaigns, coupons and batches of codes. */

import { ButtonLink } from '../../../ui/components/button.js'
import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { Filters } from '../../ui/filters.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { Message } from '../../ui/states.js'
import { Stats } from '../../ui/stats.js'
import { Tabs } from '../../ui/tabs.js'
import { queryOf } from '../../url.js'
import { campaignName, readCampaignNames } from '../promotions/campaign-names.js'
import { ResultTables } from './result-tables.js'
import { DAYS, periodOf } from './results-period.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./result-types.js').Results} Results */

const PAGE = '/office/results'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  const { results: t } = app.texts()
  const period = periodOf(query, { now: Date.now(), zone: app.clock().zone })
  const campaign = campaignOf(query)
  const tab = (/** @type {number} */ days) => ({
    href: `${PAGE}${queryOf({ days, campaign })}`,
    text: t.lastDays(String(days)),
    isCurrent: days === period.days,
  })
  return html`
    <${PageTitle} app=${app} title=${t.title} lead=${t.lead} />
    <${Tabs} label=${t.period} links=${DAYS.map(tab)} />
    <${Filters} app=${app} page=${PAGE} query=${query} kept=${{ campaign }} fields=${fieldsOf(app)} />
    ${period.problem ? html`<${Message} icon="warning" title=${t.problems[period.problem]} />` : html`<${Shown} app=${app} query=${query} period=${period} campaign=${campaign} />`}`
}

/** The campaign whose codes are asked for; null for all promotions. @param {URLSearchParams} query */
function campaignOf(query) {
  const id = query.get('campaign') ?? ''
  return /^[1-9]\d{0,15}$/.test(id) ? id : null
}

/** @param {App} app @returns {import('../../ui/field.js').FieldSpec[]} */
function fieldsOf(app) {
  const { results: t } = app.texts()
  return [
    { name: 'from', label: t.from, type: 'datetime-local' },
    { name: 'to', label: t.to, type: 'datetime-local' },
  ]
}

/** @param {{ app: App, query: URLSearchParams, period: import('./results-period.js').Period, campaign: string | null }} props */
function Shown({ app, query, period: { from, to }, campaign }) {
  const { results: t } = app.texts()
  const asked = queryOf({ from, to, 'filter[campaignId]': campaign })
  const times = Object.fromEntries(['days', 'from', 'to'].map(name => [name, query.get(name)]))
  const codesOf = campaign ? null : (/** @type {number} */ id) => `${PAGE}${queryOf({ ...times, campaign: id })}`
  const show = (/** @type {Results} */ results) => html`
    <${Totals} app=${app} results=${results} />
    ${campaign && html`<p class="hint">${onlyText(app, campaign)} <a href=${`${PAGE}${queryOf(times)}`}>${t.allPromotions}</a></p>`}
    ${isEmpty(results) ? html`<${Nothing} app=${app} results=${results} campaign=${campaign} />` : html`<${ResultTables} app=${app} results=${results} codesOf=${codesOf} />`}
    <p class="hint">${t.hint} ${t.clock(app.clock().zone)}</p>`
  const load = async () => {
    const names = campaign ? readCampaignNames(app, [Number(campaign)]) : null
    const [results] = await Promise.all([app.api.get(`/promotions/results${asked}`), names])
    return results
  }
  return html`<${Load} app=${app} from=${load} show=${show} />`
}

/** Which campaign the results are of: by its name, by its number without one. @param {App} app @param {string} id */
function onlyText(app, id) {
  const { results: t } = app.texts()
  const name = campaignName(app, Number(id))
  return name ? t.onlyCampaignNamed(isolate(name)) : t.onlyCampaign(id)
}

/** @param {Results} results */
function isEmpty({ data }) {
  return data.campaigns.length + data.coupons.length + data.batches.length === 0
}

/** Orders and turnover of the period; those of one campaign stand in its row. @param {{ app: App, results: Results }} props */
function Totals({ app, results: { meta } }) {
  const { results: t, locale } = app.texts()
  const number = (/** @type {number} */ value) => numberText(value, locale)
  const amounts = (/** @type {Results['meta']['turnover']} */ turnover) =>
    turnover.map(each => moneyText(each, locale)).join(' + ')
  const stats = [
    { name: t.all.orders, value: number(meta.orders) },
    { name: t.all.turnover, value: amounts(meta.turnover) },
    { name: t.promoted.orders, value: number(meta.promotedOrders) },
    { name: t.promoted.turnover, value: amounts(meta.promotedTurnover) },
  ]
  return html`<${Card} title=${t.totals} isTitleHidden=${true} class="amounts"><${Stats} stats=${stats} /><p class="hint">${priceNote(app, 'paid')}</p><//>`
}

/** What to do where no promotion has sold anything. @param {{ app: App, results: Results, campaign: string | null }} props */
function Nothing({ app, results: { meta }, campaign }) {
  const { results: t, locale } = app.texts()
  const text =
    meta.promotedOrders > 0 && campaign ? t.nothing.ofCampaign : t.nothing.promoted(numberText(meta.orders, locale))
  const longer = html`<${ButtonLink} href=${`${PAGE}${queryOf({ days: 365, campaign })}`} icon="clock">${t.nothing.longer}<//>`
  const campaigns = html`<${ButtonLink} href="/office/campaigns" icon="percent">${t.nothing.campaigns}<//>`
  if (meta.orders === 0)
    return html`<${Message} icon="search" title=${t.nothing.orders} action=${longer}>${t.nothing.ordersHint}<//>`
  return html`<${Message} icon="percent" title=${text} action=${campaigns}>${t.nothing.promotedHint}<//>`
}

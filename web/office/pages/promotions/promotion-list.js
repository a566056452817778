/** The list of the coupons or of the campaigns, by pages. */

import { ButtonLink } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { DownloadTable } from '../../ui/download-table.js'
import { PageTitle } from '../../ui/page-title.js'
import { RecordList } from '../../ui/record-list.js'
import { Tabs } from '../../ui/tabs.js'
import { UserText } from '../../ui/user-text.js'
import { isSegment, queryOf } from '../../url.js'
import { readGroupNames } from '../customers/group-names.js'
import { readCampaignNames } from './campaign-names.js'
import { FindRecord } from './find-record.js'
import { kindOf } from './promotion-kind.js'
import { scopeText, wayText } from './promotion-scope.js'
import { withAllUses } from './promotion-state.js'
import { FEW_TIERS, givesText, usesText, validityText } from './promotion-summary.js'
import { StateBadge } from './state-badge.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-kind.js').PromotionKind} PromotionKind */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, params, query }) {
  const kind = kindOf(params)
  const { promotions } = app.texts()
  const t = promotions[kind.name]
  const withBatches = kind.name === 'campaigns' || query.get('batches') === 'shown'
  const first = queryOf({ limit: 50, 'filter[batch]': withBatches ? null : 'none' })
  const actions = html`
    ${kind.name === 'coupons' && html`<${DownloadTable} app=${app} what="coupons" scope="promotions:read" />`}
    ${app.can('promotions:write') && html`<${ButtonLink} href=${`/office/${kind.name}/new`} look="main" icon="plus">${t.add}<//>`}`
  return html`
    <${PageTitle} app=${app} title=${t.title} lead=${t.lead} actions=${actions} />
    <${FindRecord} app=${app} kind=${kind} />
    ${kind.name === 'coupons' && html`<${Tabs} label=${promotions.batches.title} links=${linksOf(app, withBatches)} />`}
    <${Card} title=${t.title} isTitleHidden=${true}>
      <${RecordList} key=${first} app=${app} label=${t.title} path=${`/${kind.name}`} query=${first} columns=${columnsOf(app, kind)}
        keyOf=${(/** @type {PromotionRecord} */ record) => record[kind.keyField]} empty=${t.empty} rowsOf=${rowsFor(app)} />
      <p class="hint">${priceNote(app, 'withVat')}${kind.name === 'coupons' && ` ${promotions.batches.hint}`}</p>
    <//>`
}

/** Tabs for the coupons that are of no batch, and for all. @param {App} app @param {boolean} withBatches */
function linksOf(app, withBatches) {
  const { batches: t } = app.texts().promotions
  return [
    { href: '/office/coupons', text: t.none, isCurrent: !withBatches },
    { href: '/office/coupons?batches=shown', text: t.shown, isCurrent: withBatches },
  ]
}

/** Makes the function that takes the rows out of a page, once the names of their campaigns are read. @param {App} app */
function rowsFor(app) {
  return async (
    /** @type {{ data: (PromotionRecord & { usageCount: number })[], meta: { uses: { completed: number, held: number }[] } }} */ page,
  ) => {
    const campaigns = page.data.map(({ campaignId }) => campaignId)
    const groups = page.data.flatMap(({ audience }) => audience?.customerGroupIds ?? [])
    await Promise.all([readCampaignNames(app, campaigns), readGroupNames(app, groups)])
    return withAllUses(page)
  }
}

/** @param {App} app @param {PromotionKind} kind @returns {import('../../ui/table.js').Column<PromotionRecord>[]} */
function columnsOf(app, kind) {
  const { promotions: t } = app.texts()
  const isCoupon = kind.name === 'coupons'
  return [
    { title: isCoupon ? t.coupons.key : t.name, cell: record => linkTo(app, kind, record) },
    ...(isCoupon ? [] : [{ title: t.campaigns.key, cell: (/** @type {PromotionRecord} */ { id }) => id }]),
    { title: t.gives, cell: record => givesText(app, record, FEW_TIERS) },
    { title: t.isFor, cell: record => html`<span dir="auto">${scopeText(app, record)}</span>` },
    { title: t.validity, cell: record => validityText(app, record) },
    { title: t.uses, cell: record => usesText(app, record), kind: 'number' },
    { title: t.state, cell: record => html`<${StateBadge} app=${app} record=${record} />` },
  ]
}

/** The link to the page; below a campaign, how it comes into a cart, and below a coupon, the batch of codes with which it was made. @param {App} app @param {PromotionKind} kind @param {PromotionRecord} record */
function linkTo(app, kind, record) {
  const name = html`<${UserText} text=${kind.nameOf(record)} />`
  const key = String(record[kind.keyField])
  // A code of dots alone is no address, so it has no page.
  const link = isSegment(key) ? html`<a href=${kind.page(key)}>${name}</a>` : name
  if (kind.name === 'campaigns') return html`${link}<small class="way">${wayText(app, record)}</small>`
  const batch =
    record.batch && html`<small class="way">${app.texts().codes.batch}: <${UserText} text=${record.batch} /></small>`
  return html`${link}${batch}`
}

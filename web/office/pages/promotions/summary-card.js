/** A coupon or campaign at a glance, as its form has it at the moment. */

import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { KeyValues } from '../../ui/key-values.js'
import { UserText } from '../../ui/user-text.js'
import { path } from '../../url.js'
import { campaignName } from './campaign-names.js'
import { scopeText, wayText } from './promotion-scope.js'
import { givesText, isBound, usesText, validityText } from './promotion-summary.js'
import { StateBadge } from './state-badge.js'

/**
 * The card.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {import('./promotion-kind.js').PromotionKind} props.kind
 * @param {import('./promotion-record.js').PromotionRecord} props.record with all its uses
 * @param {boolean} props.isSaved whether the record is stored like this
 */
export function PromotionSummary({ app, kind, record, isSaved }) {
  const { promotions: t, codes } = app.texts()
  const rows = [
    [t.state, html`<${StateBadge} app=${app} record=${record} />`],
    [t.gives, html`<span dir="auto">${givesText(app, record)}</span>`],
    [t.isFor, html`<span dir="auto">${scopeText(app, record)}</span>`],
    ...(isBound(record) ? [[codes.ofCampaign, html`<${CampaignLink} app=${app} id=${record.campaignId} />`]] : []),
    ...(record.batch ? [[codes.batch, html`<${UserText} text=${record.batch} />`]] : []),
    ...(kind.name === 'campaigns' ? [[t.scope.way, wayText(app, record)]] : []),
    [t.validity, validityText(app, record)],
    [t.uses, usesText(app, record)],
  ]
  return html`
    <${Card} title=${t.summary}>
      <${KeyValues} rows=${rows} />
      <p class="hint">${priceNote(app, 'withVat')} ${!isSaved && t.draftHint}</p>
    <//>`
}

/** The campaign of a coupon by its name, with its number. @param {{ app: import('../../app.js').App, id: number }} props */
function CampaignLink({ app, id }) {
  const { picker: t } = app.texts()
  const name = campaignName(app, id)
  if (name === null) return html`<span dir="auto">${t.missing(t.campaign(String(id)))}</span>`
  return html`<a href=${path`/office/campaigns/${id}`}><${UserText} text=${name ?? t.campaign(String(id))} /></a>${name && html` <small>#${id}</small>`}`
}

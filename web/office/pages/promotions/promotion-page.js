/** A coupon or campaign: its state, its form, what can be done with it, and its effect on a cart. */

import { html } from '../../../ui/html.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { ChangeHistory } from '../history/change-history.js'
import { readGroupNames } from '../customers/group-names.js'
import { readCampaignNames } from './campaign-names.js'
import { CodesCard } from './codes/codes-card.js'
import { FormWithPreview } from './form-with-preview.js'
import { PromotionActions } from './promotion-actions.js'
import { takeWarnings } from './last-warnings.js'
import { kindOf, nameIn } from './promotion-kind.js'
import { withUses } from './promotion-state.js'
import { FEW_TIERS, givesText } from './promotion-summary.js'
import { readPromotion, reportWrite, withWarnings, writePromotion } from './save-promotion.js'
import { StateBadge } from './state-badge.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-kind.js').PromotionKind} PromotionKind */
/** @typedef {import('./save-promotion.js').Held} Held */

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, params }) {
  const kind = kindOf(params)
  const { key = '' } = params
  const { promotions: t } = app.texts()
  const load = async () => {
    const warnings = takeWarnings(kind.page(key))
    const held = await readPromotion(app, kind, key)
    const { campaignId, audience } = held.record
    await Promise.all([readCampaignNames(app, [campaignId]), readGroupNames(app, audience?.customerGroupIds ?? [])])
    return { ...held, warnings }
  }
  const heading = html`<${PageTitle} app=${app} title=${`${t[kind.name].edit} ${key}`} />`
  /** @param {Held} held @param {() => void} again @param {(held: Held) => void} set */
  const show = (held, again, set) =>
    html`<${Record} app=${app} kind=${kind} held=${held} onOutdated=${again} onSaved=${set} />`
  return html`<${Load} app=${app} from=${load} show=${show} title=${heading} />`
}

/** @typedef {{ app: App, kind: PromotionKind, held: Held, onOutdated: () => void, onSaved: (held: Held) => void }} RecordProps */

/** @param {RecordProps} props */
function Record({ app, kind, held, onOutdated, onSaved }) {
  const { record } = held
  const { promotions: t } = app.texts()
  const badge = html`<${StateBadge} app=${app} record=${withUses(record, held.uses)} />`
  const actions = app.can('promotions:write')
    ? html`<${PromotionActions} app=${app} kind=${kind} held=${held} onOutdated=${onOutdated} onSaved=${onSaved} />`
    : null
  const hasCodes = kind.name === 'campaigns' && record.couponBound
  const save = saverOf({ app, kind, held, onOutdated, onSaved })
  return html`
    <${PageTitle} app=${app} title=${kind.nameOf(record)} beside=${badge} lead=${givesText(app, record, FEW_TIERS)} actions=${actions} />
    ${hasCodes && html`<${CodesCard} key=${record.id} app=${app} campaignId=${record.id} />`}
    <${FormWithPreview} formKey=${held.form ?? held.tag} app=${app} kind=${kind} held=${held} isNew=${false} onSave=${save}
      above=${!app.can('promotions:write') && html`<p class="alert">${t.readOnly}</p>`} />
    <${ChangeHistory} app=${app} target=${kind.name === 'campaigns' ? `campaign:${record.id}` : `coupon:${record.code}`} />`
}

/** Makes the function that saves what the form has. @param {RecordProps} props @returns {import('./promotion-form.js').Save} */
function saverOf({ app, kind, held, onOutdated, onSaved }) {
  return async (record, base) => {
    const { promotions: t } = app.texts()
    const now = await writePromotion(app, kind, record, base.tag)
    const name = nameIn(kind, now.record)
    const isNothing = now.tag === held.tag
    if (isNothing) app.notify({ kind: 'good', text: withWarnings(t.unchanged(name), now.warnings ?? [], t) })
    else {
      const text = withWarnings(t.saved(name), now.warnings ?? [], t)
      reportWrite({ app, kind, text, before: base.record, written: record, now, onUndone: onOutdated })
    }
    onSaved({ ...now, isSaved: true })
  }
}

/** The campaigns of the shop for a cart: which is applied, which can be chosen, and why the others do not apply. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { Conditions } from './conditions.js'
import { contestText } from './contest-text.js'
import { missingText } from './missing.js'
import { campaignRemedies } from './remedies.js'
import { RewardEffect } from './reward-effect.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').OwnerCart} OwnerCart */
/** @typedef {OwnerCart['campaigns'][number]} Campaign */

/** @typedef {import('./condition-text.js').Names} Names */

/** The card. @param {{ app: App, owned: OwnerCart, names: Names }} props */
export function Campaigns({ app, owned, names }) {
  const { carts: t } = app.texts()
  const { campaigns } = owned
  const sorted = [...campaigns].sort((one, other) => Number(other.applies) - Number(one.applies))
  return html`
    <${Card} title=${t.campaigns} class="campaigns">
      ${campaigns.length === 0 && html`<p class="hint">${t.noCampaigns}</p>`}
      ${sorted.map(each => html`<${Entry} key=${each.id} app=${app} names=${names} owned=${owned} campaign=${each} />`)}
    <//>`
}

/** @param {{ app: App, owned: OwnerCart, names: Names, campaign: Campaign }} props */
function Entry({ app, names, owned: { cart, customerId, campaigns }, campaign }) {
  const texts = app.texts()
  const { id, name, applies, conditions } = campaign
  const state = appliedIds(cart).includes(id) ? 'applied' : applies ? 'available' : 'no'
  const contest = contestText(campaign, campaigns, texts)
  const missing = applies ? null : missingText(conditions, [], texts)
  return html`
    <details class="campaign">
      <summary>
        <span><b dir="auto">${name}</b>${missing && html`<small>${missing}</small>`}</span>
        <${Badge} kind=${state === 'no' ? 'plain' : 'good'}>${texts.carts.states[state]}<//>
        <${Icon} name="down" />
      </summary>
      ${contest && html`<p class="contest" dir="auto">${contest}</p>`}
      <${RewardEffect} app=${app} explanation=${campaign} cart=${cart} />
      <${Conditions} app=${app} conditions=${conditions} names=${names}
        remediesOf=${(/** @type {import('./cart-types.js').Condition} */ each) => campaignRemedies(app, id, customerId, each)} />
    </details>`
}

/** The campaigns that apply: one, or one of each group. @param {OwnerCart['cart']} cart */
function appliedIds({ data: { attributes, meta } }) {
  const all = meta?.promotions?.flatMap(each => ('id' in each && each.id) || []) ?? []
  return [...all, attributes.appliedCampaign?.id]
}

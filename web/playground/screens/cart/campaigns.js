/** The campaigns: those that apply to the cart, with a button to choose one, and the shop's other campaigns. */

import { html } from '../../../ui/html.js'
import { isPickedAlone, promotionsOf } from '../../promotions.js'
import { Panel } from '../../ui/panel.js'
import { Campaign } from './campaign.js'

/** The campaigns. @param {{ app: import('../../app.js').App, cart: import('../../state.js').CartDocument }} props */
export function Campaigns({ app, cart: { data } }) {
  const t = app.texts()
  const { campaigns = [] } = data.attributes
  const shown = new Set([...campaigns.map(({ id }) => id), ...(data.meta?.offers ?? []).map(each => each.campaignId)])
  const others = app.state.shop?.campaigns.filter(({ id }) => !shown.has(id)) ?? []
  if (campaigns.length + others.length === 0) return null
  const applied = new Map(promotionsOf(data).flatMap(each => (each.id === undefined ? [] : [[each.id, each]])))
  const isPicked = isPickedAlone(data)
  const rows = campaigns.map(
    each =>
      html`<${Campaign} key=${each.id} app=${app} campaign=${each} applied=${applied.get(each.id)} isPicked=${isPicked} />`,
  )
  const otherRows = others.map(
    ({ id, name, description }) => html`
      <li key=${id}><b dir="auto">${name}</b><p class="hint" dir="auto">${description}</p></li>`,
  )
  return html`
    <${Panel} id="campaigns-title" title=${t.campaigns}>
      ${rows.length > 0 && html`<ul class="choices" role="list">${rows}</ul>`}
      ${others.length > 0 && html`<p class="hint" id="not-yet">${t.notYet}</p>`}
      ${others.length > 0 && html`<ul class="choices others" role="list" aria-labelledby="not-yet">${otherRows}</ul>`}
    <//>`
}

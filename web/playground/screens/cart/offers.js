/** The campaigns that the cart nearly reaches, each with what is missing. */

import { html } from '../../../ui/html.js'
import { offerText } from '../../promotions.js'
import { Panel } from '../../ui/panel.js'

/** The offers; nothing without one. @param {{ texts: import('../../texts/texts.js').Texts, cart: import('../../state.js').CartDocument }} props */
export function Offers({ texts: t, cart: { data } }) {
  const offers = data.meta?.offers ?? []
  if (offers.length === 0) return null
  const rows = offers.map(({ campaignId, name, missing }) => {
    const { before, after } = offerText(missing, t)
    return html`<li key=${campaignId}>${before}<b dir="auto">${name}</b>${after}</li>`
  })
  return html`<${Panel} id="offers-title" title=${t.offers}><ul class="offers" role="list">${rows}</ul><//>`
}

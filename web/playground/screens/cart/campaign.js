/** A campaign that applies to the cart. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { chooseCampaign, dropCampaign } from '../../actions/cart.js'
import { ChosenPromotion } from './chosen-promotion.js'

/**
 * The row of the campaign.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {{ id: number, name: string, description: string }} props.campaign
 * @param {import('../../promotions.js').Promotion | undefined} props.applied the campaign as it is applied
 * @param {boolean} props.isPicked whether a campaign that applies does so by itself
 */
export function Campaign({ app, campaign: { id, name, description }, applied, isPicked }) {
  const t = app.texts()
  if (!applied) {
    const choose = () => app.runOnCart(() => chooseCampaign(app, id))
    return html`
      <li class="choice">
        <div><b dir="auto">${name}</b><p class="hint" dir="auto">${description}</p></div>
        <${Button} label=${t.chooseCampaign(name)} onClick=${choose}>${t.choose}<//>
      </li>`
  }
  const drop = () => app.runOnCart(() => dropCampaign(app))
  return html`
    <li class="choice chosen">
      <${ChosenPromotion} texts=${t} name=${name} promotion=${{ ...applied, description }}
        note=${isPicked ? t.appliesByItself : undefined} removeLabel=${t.removeCampaign(name)} onRemove=${drop} />
    </li>`
}

/** A campaign. */

import { html } from '../../../ui/html.js'
import { campaignKind } from './promotion-kind.js'
import { PromotionPage } from './promotion-page.js'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { id = '' } }) {
  return html`<${PromotionPage} app=${app} kind=${campaignKind} id=${id} />`
}

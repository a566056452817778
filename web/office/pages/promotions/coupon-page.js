/** A coupon. */

import { html } from '../../../ui/html.js'
import { couponKind } from './promotion-kind.js'
import { PromotionPage } from './promotion-page.js'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { code = '' } }) {
  return html`<${PromotionPage} app=${app} kind=${couponKind} id=${code} />`
}

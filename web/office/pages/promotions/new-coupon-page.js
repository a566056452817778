/** A new coupon. */

import { html } from '../../../ui/html.js'
import { NewPromotion } from './new-promotion.js'
import { couponKind } from './promotion-kind.js'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  return html`<${NewPromotion} app=${app} kind=${couponKind} from=${query.get('from')} />`
}

/** The campaigns. */

import { html } from '../../../ui/html.js'
import { campaignKind } from './promotion-kind.js'
import { PromotionList } from './promotion-list.js'

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app }) {
  return html`<${PromotionList} app=${app} kind=${campaignKind} />`
}

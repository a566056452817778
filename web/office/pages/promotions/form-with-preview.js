/** The form of a coupon or campaign, and beside it what it would do to a cart. */

import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { PromotionForm } from './promotion-form.js'
import { canPreview, Preview } from './promotion-preview.js'

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {import('../../../ui/html.js').Children} Children */

/**
 * @typedef {Omit<import('./promotion-form.js').FormProps, 'onDraft'> & { formKey?: string | null, above?: Children, beside?: Children }} Props
 * `formKey`: a form with another one starts again
 */

/** Both. The preview has the record as it is in the form. */
export const FormWithPreview = stateful(
  (/** @type {Props} */ { held }) => ({ draft: held.record }),
  ({ formKey, above, beside, ...form }, { draft }, set) => {
    const { app, kind } = form
    const onDraft = (/** @type {PromotionRecord} */ record) => set({ draft: record })
    const fields = html`<${PromotionForm} key=${formKey ?? null} ...${form} onDraft=${onDraft} />`
    if (!beside && !canPreview(app)) return html`${above}${fields}`
    return html`
      <div class="columns">
        <div class="column">${above}${fields}</div>
        <div class="column">
          ${beside}
          ${canPreview(app) && html`<${Preview} app=${app} kind=${kind} record=${draft} />`}
        </div>
      </div>`
  },
)

/** The form of a coupon or campaign, and beside it what it says in words and what it would do to a cart. */

import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { isSameRecord } from './compare-records.js'
import { PromotionForm } from './promotion-form.js'
import { canPreview, Preview } from './promotion-preview.js'
import { withUses } from './promotion-state.js'
import { PromotionSummary } from './summary-card.js'

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {import('../../../ui/html.js').Children} Children */

/**
 * @typedef {Omit<import('./promotion-form.js').FormProps, 'onDraft'> & { formKey?: string | null, above?: Children }} Props
 * `formKey`: a form with another one starts again
 */

/** Both. The summary and the preview have the record as it is in the form. */
export const FormWithPreview = stateful(
  (/** @type {Props} */ { held }) => ({ draft: held.record }),
  ({ formKey, above, ...form }, { draft }, set) => {
    const { app, kind, held, isNew } = form
    const onDraft = (/** @type {PromotionRecord} */ record) => set({ draft: record })
    const isSaved = !isNew && isSameRecord(kind.units, draft, held.record)
    return html`
      <div class="columns">
        <div class="column">${above}<${PromotionForm} key=${formKey ?? null} ...${form} onDraft=${onDraft} /></div>
        <div class="column">
          <${PromotionSummary} app=${app} kind=${kind} record=${withUses(draft, held.uses)} isSaved=${isSaved} />
          ${canPreview(app) && html`<${Preview} app=${app} kind=${kind} record=${draft} />`}
        </div>
      </div>`
  },
)

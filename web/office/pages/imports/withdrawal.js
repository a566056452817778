/** What an import would take off sale, as far as this page can tell. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Load } from '../../ui/load.js'
import { UserText } from '../../ui/user-text.js'
import { idsInShopFile, predictWithdrawn } from './withdrawn.js'

/** Larger files are not read into the page. */
const MAX_BYTES = 32_000_000

/** The prediction. @param {{ app: import('../../app.js').App, file: File, isTable: boolean }} props */
export function Withdrawal({ app, file, isTable }) {
  const t = app.texts().imports
  if (isTable || file.size > MAX_BYTES) return html`<p>${t.unpredictable}</p>`
  const from = async () => {
    const ids = idsInShopFile(await file.text())
    return ids === null ? null : predictWithdrawn(app.api.get, ids)
  }
  const show = (/** @type {import('./withdrawn.js').Prediction | null} */ prediction) =>
    prediction === null ? html`<p>${t.unpredictable}</p>` : html`<${Prediction} app=${app} prediction=${prediction} />`
  return html`<${Load} app=${app} from=${from} show=${show} loading=${html`<p role="status">${t.comparing}</p>`} />`
}

/** @param {{ app: import('../../app.js').App, prediction: import('./withdrawn.js').Prediction }} props */
function Prediction({ app, prediction: { count, examples, looked, isComplete } }) {
  const { locale, imports: t } = app.texts()
  const [found, seen] = [numberText(count, locale), numberText(looked, locale)]
  return html`
    <p class="alert" role="status">${isComplete ? t.wouldWithdraw(found, seen) : t.wouldWithdrawAtLeast(found, seen)}</p>
    ${
      examples.length > 0 &&
      html`
      <ul class="bullets" aria-label=${t.examples}>
        ${examples.map(({ id, name }) => html`<li key=${id}><${UserText} text=${name} /> <small>#${id}</small></li>`)}
        ${count > examples.length && html`<li>${t.andMore(numberText(count - examples.length, locale))}</li>`}
      </ul>`
    }`
}

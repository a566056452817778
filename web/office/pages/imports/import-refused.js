/** Why a file was not imported: its problems by what is wrong, or when to try again. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { problemText } from '../../problems.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { UserText } from '../../ui/user-text.js'
import { groupProblems } from './import-problems.js'

/** Places of a group that are shown before it is unfolded. */
const FEW = 5

/** @typedef {import('../../app.js').App} App */

/** The refusal. @param {{ app: App, refused: import('./upload.js').Refused, onAgain: () => void }} props */
export function ImportRefused({ app, refused, onAgain }) {
  const t = app.texts().imports
  const isOfFile = refused.status === 422
  return html`
    <${Card} title=${isOfFile ? t.nothingImported : refused.isUnsure ? t.unsure : t.notImported}>
      <p class="alert" role="alert"><${Icon} name="warning" /><span>${refusedText(app, refused)}</span></p>
      ${isOfFile && html`<${Problems} app=${app} errors=${refused.errors} />`}
      ${!isOfFile && html`<div class="actions"><${Button} icon="again" onClick=${onAgain}>${app.texts().states.again}<//></div>`}
    <//>`
}

/** Why a file was not imported, in a sentence. @param {App} app @param {import('./upload.js').Refused} refused */
export function refusedText(app, refused) {
  return refused.status === 422 ? summaryOf(app, refused) : reasonOf(app, refused)
}

/** @param {App} app @param {import('./upload.js').Refused} refused */
function summaryOf(app, { errors, total, columns }) {
  const { locale, imports: t } = app.texts()
  if (columns.length > 0) return t.unread
  const [all, shown] = [numberText(total, locale), numberText(errors.length, locale)]
  return total > errors.length ? t.problemsOf(all, shown) : t.problems(all)
}

/** @param {App} app @param {import('./upload.js').Refused} refused */
function reasonOf(app, refused) {
  const t = app.texts()
  if (refused.isUnsure) return t.imports.unanswered
  if (refused.status === 0) return t.imports.interrupted
  if (refused.errors.some(({ source }) => source?.parameter === 'vatRate')) return t.imports.vatRateWrong
  const reason = refused.errors.some(({ code }) => code === 'import_running')
    ? t.imports.running
    : problemText(refused, t)
  if (refused.retryAfter === null) return reason
  return `${reason} ${t.imports.retryAfter(numberText(refused.retryAfter, t.locale))}`
}

/** @param {{ app: App, errors: import('../../../ui/request.js').ApiError[] }} props */
function Problems({ app, errors }) {
  const t = app.texts()
  const isRelabelling = errors.some(({ code }) => code === 'prices_relabelled')
  return html`
    ${isRelabelling && html`<p>${t.imports.relabelled}</p>`}
    <ul class="problems" role="list">
      ${groupProblems(errors, t).map(group => html`<${Group} key=${group.message} app=${app} group=${group} />`)}
    </ul>`
}

/** @typedef {{ app: App, group: import('./import-problems.js').ProblemGroup }} GroupProps */

const Group = stateful(
  (/** @type {GroupProps} */ _props) => ({ isOpen: false }),
  ({ app, group: { message, places, count } }, { isOpen }, set) => {
    const { locale, imports: t } = app.texts()
    const shown = isOpen ? places : places.slice(0, FEW)
    const folded = places.length - shown.length
    const untold = count - places.length
    return html`
      <li>
        <p class="problem-message"><${UserText} text=${message} /></p>
        <ul class="places">${shown.map((place, at) => html`<li key=${at}><${UserText} text=${place} /></li>`)}</ul>
        ${folded > 0 && html`<${Button} icon="down" onClick=${() => set({ isOpen: true })}>${t.andMore(numberText(folded, locale))}<//>`}
        ${folded === 0 && untold > 0 && html`<p class="hint">${t.andMore(numberText(untold, locale))}</p>`}
      </li>`
  },
)

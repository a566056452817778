/** Chooses a file by a button or by dropping it, and what the import does. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { UserText } from '../../ui/user-text.js'

/** @typedef {{ file: File | null, vatRate: string, withdraws: boolean, newIds: boolean }} Choice */

/**
 * @typedef {object} FormProps
 * @property {import('../../app.js').App} app
 * @property {Choice} choice
 * @property {boolean} isTable whether the file is a table
 * @property {boolean} isBusy
 * @property {(changes: Partial<Choice>) => void} onChoose
 * @property {() => void} onTry
 */

/** The form. Its button only tries the import. @param {FormProps} props */
export function ImportForm({ app, choice, isTable, isBusy, onChoose, onTry }) {
  const t = app.texts().imports
  /** @param {SubmitEvent} event */
  const submit = event => {
    event.preventDefault()
    if (!isBusy && choice.file) onTry()
  }
  return html`
    <form class="form" noValidate onSubmit=${submit}>
      <${DropZone} app=${app} file=${choice.file} onFile=${(/** @type {File} */ file) => onChoose({ file })} />
      ${isTable && html`<${VatRate} app=${app} value=${choice.vatRate} onChoose=${onChoose} />`}
      <${Check} id="withdraws" label=${t.withdraws} hint=${t.withdrawsHint} isOn=${choice.withdraws}
        onChange=${() => onChoose({ withdraws: !choice.withdraws })} />
      ${
        isTable &&
        html`<${Check} id="new-ids" label=${t.newIds} hint=${t.newIdsHint} isOn=${choice.newIds}
          onChange=${() => onChoose({ newIds: !choice.newIds })} />`
      }
      <div class="actions">
        <${Button} type="submit" look="main" isBusy=${isBusy || !choice.file}>${t.try}<//>
      </div>
    </form>`
}

/** @param {{ id: string, label: string, hint: string, isOn: boolean, onChange: () => void }} props */
function Check({ id, label, hint, isOn, onChange }) {
  return html`
    <div class="field check">
      <input id=${id} type="checkbox" checked=${isOn} aria-describedby=${`${id}-hint`} onChange=${onChange} />
      <label for=${id}>${label}</label>
      <p class="hint" id=${`${id}-hint`}>${hint}</p>
    </div>`
}

/** @param {{ app: import('../../app.js').App, value: string, onChoose: FormProps['onChoose'] }} props */
function VatRate({ app, value, onChoose }) {
  const t = app.texts().imports
  const input = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
    onChoose({ vatRate: event.currentTarget.value.trim() })
  return html`
    <div class="field short">
      <label for="vat-rate">${t.vatRate}</label>
      <input id="vat-rate" type="text" inputmode="decimal" autocomplete="off" value=${value} aria-describedby="vat-rate-hint" onInput=${input} />
      <p class="hint" id="vat-rate-hint">${t.vatRateHint}</p>
    </div>`
}

/** @typedef {{ app: import('../../app.js').App, file: File | null, onFile: (file: File) => void }} DropProps */

/** What the dialog of the browser offers first. */
const ACCEPTED = '.json,.csv,.txt,.tsv,.xlsx,application/json,text/csv'

const DropZone = stateful(
  (/** @type {DropProps} */ _props) => ({ isOver: false }),
  ({ app, file, onFile }, { isOver }, set) => {
    const t = app.texts().imports
    const take = (/** @type {FileList | null | undefined} */ files) => files?.[0] && onFile(files[0])
    const over = (/** @type {DragEvent} */ event) => {
      event.preventDefault()
      if (!isOver) set({ isOver: true })
    }
    const drop = (/** @type {DragEvent} */ event) => {
      event.preventDefault()
      set({ isOver: false })
      take(event.dataTransfer?.files)
    }
    const change = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) => {
      take(currentTarget.files)
      // The same file can be chosen again after it was corrected.
      currentTarget.value = ''
    }
    return html`
      <label class=${isOver ? 'drop over' : 'drop'} onDragOver=${over} onDragLeave=${() => set({ isOver: false })} onDrop=${drop}>
        <input class="visually-hidden" type="file" accept=${ACCEPTED} onChange=${change} />
        <${Icon} name=${file ? 'check' : 'upload'} />
        <b>${file ? html`<${UserText} text=${file.name} />` : t.choose}</b>
        <span class="hint">${file ? `${sizeText(file.size, app.texts().locale)} · ${t.chooseOther}` : t.chooseHint}</span>
      </label>`
  },
)

/** @param {number} bytes @param {string} locale */
function sizeText(bytes, locale) {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

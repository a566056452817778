/** What was picked for a list: its beginning, each entry with a button that takes it away. */

import { Button } from '../../ui/components/button.js'
import { Icon } from '../../ui/components/icon.js'
import { numberText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'
import { shortText } from '../format/short-text.js'
import { UserText } from './user-text.js'

/** @typedef {import('./list-picker.js').Value} Value */

/** Entries that are shown at first, and that a click adds. */
export const FIRST = 30
export const MORE = 120

/**
 * The entries.
 * @param {Pick<import('./list-picker.js').PickerProps, 'app' | 'label' | 'value' | 'source' | 'onChange'> & {
 *   names: ReadonlyMap<Value, string>, shown: number, onRemove: (value: Value) => void, onMore: () => void,
 * }} props `shown`: how many
 */
export function PickedList({ app, label, value, source, onChange, names, shown, onRemove, onMore }) {
  const { picker: t, locale } = app.texts()
  const count = numberText(value.length, locale)
  const left = value.length - shown
  return html`
    <ul class="picked" role="list" aria-label=${t.picked(label, count)}>
      ${value.slice(0, shown).map(each => {
        const text = names.get(each) ?? source.textOf(each)
        return html`
          <li key=${each}>
            <${UserText} text=${text} />
            <button type="button" aria-label=${t.remove(shortText(text))} onClick=${() => onRemove(each)}><${Icon} name="close" /></button>
          </li>`
      })}
    </ul>
    ${
      value.length > FIRST &&
      html`
      <div class="actions">
        ${left > 0 && html`<p class="hint">${t.left(numberText(left, locale))}</p>`}
        ${left > 0 && html`<${Button} icon="down" onClick=${onMore}>${t.more(numberText(Math.min(MORE, left), locale))}<//>`}
        <${Button} icon="bin" onClick=${() => onChange([])}>${t.clear(count)}<//>
      </div>`
    }`
}

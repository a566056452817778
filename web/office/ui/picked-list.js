/** What was picked for a list: its beginning, each entry with a button that takes it away. */

import { Button } from '../../ui/components/button.js'
import { Icon } from '../../ui/components/icon.js'
import { numberText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'
import { shortText } from '../format/short-text.js'
import { UserText } from './user-text.js'

/** @typedef {string | number} Value an id, or a term as it is written */
/** @typedef {{ value: Value, text: string, note?: string }} Option `note`: such as how many products have it */

/**
 * Where the entries come from.
 * @typedef {object} Source
 * @property {((text: string) => Promise<Option[]>) | null} find null for who may not search
 * @property {number} least characters that a search needs
 * @property {(typed: string) => Value[]} read what a typed or pasted text names by itself; none where it must be picked
 * @property {((values: Value[]) => Promise<Map<Value, string>>) | null} namesOf the names of the ids that there are; null for terms, and for who may not read them
 * @property {(value: Value) => string} textOf of an entry without a name
 * @property {true} [hasNumbers] whether entries with a name show their number beside it; an email has none
 */

/** What entries are compared by. @param {Value} value */
export function keyOf(value) {
  return typeof value === 'number' ? value : value.trim().toLowerCase()
}

/** Entries that are shown at first, and that a click adds. */
export const FIRST = 30
export const MORE = 120

/**
 * The entries.
 * @param {object} props
 * @param {import('../app.js').App} props.app
 * @param {string} props.label of the list
 * @param {Value[]} props.value
 * @param {Source} props.source
 * @param {ReadonlyMap<Value, string>} props.names
 * @param {ReadonlySet<Value>} [props.unknown] entries that nothing has
 * @param {number} props.shown how many
 * @param {(value: Value[]) => void} props.onChange
 * @param {(value: Value) => void} props.onRemove
 * @param {() => void} props.onMore
 */
export function PickedList({ app, label, value, source, onChange, names, unknown, shown, onRemove, onMore }) {
  const { picker: t, locale } = app.texts()
  const count = numberText(value.length, locale)
  const left = value.length - shown
  return html`
    <ul class="picked" role="list" aria-label=${t.picked(label, count)}>
      ${value.slice(0, shown).map(each => {
        const name = names.get(each)
        const isUnknown = unknown?.has(each) ?? false
        const text = name ?? source.textOf(each)
        return html`
          <li key=${each} class=${isUnknown ? 'unknown' : null}>
            ${isUnknown && html`<${Icon} name="warning" />`}
            <${UserText} text=${isUnknown ? t.missing(text) : text} />
            ${name !== undefined && source.hasNumbers && typeof each === 'number' && html` <small>#${each}</small>`}
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

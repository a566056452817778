/**
 * A list that is picked by name: a search that offers what there is, and what was picked, of which a long list shows its beginning. The list is
 * in the form's state, since it may have thousands of entries.
 */

import { numberText } from '../../ui/format/money.js'
import { Component, html } from '../../ui/html.js'
import { Problem } from '../../ui/request.js'
import { shortText } from '../format/short-text.js'
import { errorText } from '../problems.js'
import { FIRST, keyOf, MORE, PickedList } from './picked-list.js'
import { enterOffers, Offers } from './picker-offers.js'

/** @typedef {import('./picked-list.js').Value} Value */
/** @typedef {import('./picked-list.js').Option} Option */
/** @typedef {import('./picked-list.js').Source} Source */

/**
 * @typedef {object} PickerProps
 * @property {import('../app.js').App} app
 * @property {string} name of the field
 * @property {string} label
 * @property {string | undefined} [hint]
 * @property {Value[]} value what was picked
 * @property {Source} source
 * @property {true} [isSingle] whether one entry is picked, in whose place the next one comes
 * @property {import('../../ui/request.js').ApiError[] | undefined} [errors]
 * @property {string[] | undefined} [warnings]
 * @property {(value: Value[]) => void} onChange
 */

/**
 * @typedef {object} PickerState
 * @property {string} typed
 * @property {Option[] | null} options null before a search
 * @property {boolean} isFailed whether the last search failed
 * @property {number} shown how many entries are shown
 * @property {ReadonlyMap<Value, string>} names
 * @property {ReadonlySet<Value>} unknown entries that nothing has
 */

/** Time without a change after which the search begins, in milliseconds. */
const PAUSE_MS = 250
/** Unknown entries that a warning names. */
const NAMED = 5

/** The field. @extends {Component<PickerProps, PickerState>} */
export class ListPicker extends Component {
  /** @override @type {PickerState} */
  state = { typed: '', options: null, isFailed: false, shown: FIRST, names: new Map(), unknown: new Set() }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined
  /** Number of the last search: an answer to an earlier one is dropped. */
  turn = 0
  isGone = false
  /** @type {{ current: HTMLInputElement | null }} */
  input = { current: null }
  /** Entries whose names were asked for. @type {Set<Value>} */
  asked = new Set()

  /** @override */
  componentDidMount() {
    this.readNames()
  }

  /** @param {PickerProps} before @override */
  componentDidUpdate({ value: before }) {
    if (before !== this.props.value) this.forgetTyped()
    this.readNames()
  }

  /** The form has picked the text of the search itself: it stands in the list. */
  forgetTyped() {
    const { value, isSingle } = this.props
    const { typed } = this.state
    if (!isSingle || !value.some(each => isAlike(String(each), typed.trim()))) return
    this.endSearch()
    this.setState({ typed: '', options: null })
  }

  /** @override */
  componentWillUnmount() {
    this.isGone = true
    clearTimeout(this.timer)
  }

  /** Reads the names of what is shown. */
  async readNames() {
    const { source, value } = this.props
    const { names, shown } = this.state
    const unknown = value.slice(0, shown).filter(each => !names.has(each) && !this.asked.has(each))
    if (!source.namesOf || unknown.length === 0) return
    for (const each of unknown) this.asked.add(each)
    try {
      const found = await source.namesOf(unknown)
      const missing = unknown.filter(each => !found.has(each))
      const state = this.state
      const all = { names: new Map([...state.names, ...found]), unknown: new Set([...state.unknown, ...missing]) }
      if (!this.isGone) this.setState(all)
    } catch (error) {
      // Without names the list shows numbers.
      if (!(error instanceof Problem)) throw error
    }
  }

  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  type = event => {
    this.setState({ typed: event.currentTarget.value })
    this.wait(PAUSE_MS)
  }

  /** What is used most is offered before anything is typed. */
  focus = () => {
    if (this.state.options === null && this.props.source.least === 0) this.wait(0)
  }

  /** @param {number} pause */
  wait(pause) {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.search, pause)
  }

  endSearch() {
    clearTimeout(this.timer)
    this.turn++
  }

  search = async () => {
    const { find, least } = this.props.source
    const text = this.state.typed.trim()
    const turn = ++this.turn
    if (!find) return
    if ([...text].length < least && !/^\d+$/.test(text)) return this.setState({ options: null, isFailed: false })
    /** @type {Option[] | null} */
    let options = null
    try {
      options = await find(text)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
    if (turn === this.turn && !this.isGone) this.setState({ options, isFailed: options === null })
  }

  /** @param {KeyboardEvent} event */
  press = event => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      return enterOffers(this.input.current?.closest('fieldset'))
    }
    if (event.key === 'Escape' && this.state.options !== null) {
      event.preventDefault()
      this.endSearch()
      return this.setState({ options: null })
    }
    if (event.key !== 'Enter') return
    // Enter adds to the list; the form stays.
    event.preventDefault()
    const { options } = this.state
    const typed = this.state.typed.trim()
    if (typed === '') return
    const exact = options?.filter(({ text }) => isAlike(text, typed)) ?? []
    const named = exact.length === 1 ? exact : []
    const read = this.props.source.read(typed).map(value => this.optionOf(value))
    const only = options?.length === 1 ? options : []
    const chosen = [named, read, only].find(each => each.length > 0)
    if (chosen) this.add(chosen)
  }

  /** A text of several lines is a list. @param {ClipboardEvent} event */
  paste = event => {
    const text = event.clipboardData?.getData('text') ?? ''
    if (!/[\n\t]/.test(text.trim())) return
    const values = this.props.source.read(text)
    if (values.length === 0) return
    event.preventDefault()
    this.add(values.map(value => this.optionOf(value)))
  }

  /** @param {Value} value @returns {Option} */
  optionOf(value) {
    return { value, text: '' }
  }

  /** @param {Value[]} value */
  change = value => this.props.onChange(value)

  /** @param {Option[]} options */
  add(options) {
    const { value, isSingle } = this.props
    const known = new Set(value.map(keyOf))
    const added = []
    for (const option of options) {
      if (known.has(keyOf(option.value))) continue
      known.add(keyOf(option.value))
      added.push(option)
    }
    const named = /** @type {[Value, string][]} */ (
      added.filter(({ text }) => text !== '').map(each => [each.value, each.text])
    )
    this.endSearch()
    this.setState({ typed: '', options: null, names: new Map([...this.state.names, ...named]) })
    if (added.length > 0)
      this.change(isSingle ? added.slice(0, 1).map(each => each.value) : [...value, ...added.map(each => each.value)])
    // The offer that had the focus is gone.
    if (isSingle) this.input.current?.focus()
  }

  /** @param {Option} option */
  toggle = option => {
    const { value } = this.props
    const key = keyOf(option.value)
    if (!value.some(each => keyOf(each) === key)) return this.add([option])
    this.change(value.filter(each => keyOf(each) !== key))
  }

  /** Leaves the offers for the search. */
  leave = () => this.input.current?.focus()

  /** Shows more of a long list. */
  more = () => this.setState({ shown: this.state.shown + MORE })

  /** @param {Value} removed */
  remove = removed => {
    const { value } = this.props
    this.change(value.filter(each => each !== removed))
    this.input.current?.focus()
  }

  /** @override */
  render() {
    const { app, name, label, hint, value, errors = [], warnings: given = [], source, isSingle } = this.props
    const texts = app.texts()
    const { typed, options, isFailed, names, shown, unknown } = this.state
    const { picker: t } = texts
    const warnings = [...given, ...this.unknownTexts()]
    const id = `field-${name}`
    const notes = [hint, ...warnings, errors.length > 0].some(Boolean) ? `${id}-notes` : null
    return html`
      <fieldset class="field picker">
        <legend>${label}</legend>
        ${value.length > 0 && html`<${PickedList} ...${this.props} onChange=${this.change} names=${names} unknown=${unknown} shown=${shown} onRemove=${this.remove} onMore=${this.more} />`}
        <input id=${id} ref=${this.input} type="search" dir="auto" autocomplete="off" data-picker=${name} value=${typed} aria-label=${isSingle ? label : t.add(label)}
          placeholder=${source.find ? t.search : t.type} aria-describedby=${notes} aria-invalid=${errors.length > 0 ? 'true' : null}
          onInput=${this.type} onFocus=${this.focus} onKeyDown=${this.press} onPaste=${this.paste} />
        <div role="status">${this.statusOf()}</div>
        ${options && options.length > 0 && html`<${Offers} label=${t.offers(label)} options=${options} value=${value} onToggle=${this.toggle} onLeave=${this.leave} />`}
        <div id=${`${id}-notes`}>
          ${hint && html`<p class="hint">${hint}</p>`}
          ${isFailed && html`<p class="field-error">${t.failed}</p>`}
          ${warnings.map(each => html`<p key=${each} class="field-warning" dir="auto">${each}</p>`)}
          ${errors.length > 0 && html`<p class="field-error">${errors.map(error => errorText(error, texts)).join(' ')}</p>`}
        </div>
      </fieldset>`
  }

  /** The sentence about picked entries that nothing has; warnings about the same ones are given after a save. */
  unknownTexts() {
    const { value, source, app, warnings = [] } = this.props
    const missing = value.filter(each => this.state.unknown.has(each))
    if (missing.length === 0 || warnings.length > 0) return []
    return [app.texts().picker.unknown(missing.slice(0, NAMED).map(source.textOf).join(', '))]
  }

  /** What the search has found, in a sentence. */
  statusOf() {
    const { source, app } = this.props
    const { picker: t, locale } = app.texts()
    const { options, typed } = this.state
    const text = typed.trim()
    const canAdd = text !== '' && source.read(text).length > 0
    const found = options === null ? null : options.length === 0 ? t.none : t.found(numberText(options.length, locale))
    const sentence = [found, canAdd && t.enter(shortText(text))].filter(Boolean).join(' ')
    return sentence && html`<p class="hint" dir="auto">${sentence}</p>`
  }
}

/** @param {string} one @param {string} other */
function isAlike(one, other) {
  return one.trim().toLowerCase() === other.toLowerCase()
}

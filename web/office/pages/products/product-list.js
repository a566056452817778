/** The list of products: it grows by a page at a time, and saves what is typed into its rows. */

import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { problemText } from '../../problems.js'
import { Failed, Loading, Message } from '../../ui/states.js'
import { Unsaved } from '../../ui/unsaved.js'
import { readGroupNames } from '../customers/group-names.js'
import { readOn } from './find-products.js'
import { AskTakeAway, takenAway } from './ask-take-away.js'
import { Pager, SaveBar } from './list-bars.js'
import { changesOf, countEdits, divideByItem, withEdit } from './product-edits.js'
import { lostRows } from './lost-rows.js'
import { ProductTable } from './product-table.js'
import { saveEdits } from './save-products.js'

/** @typedef {import('./product-edits.js').Product} Product */
/** @typedef {import('./product-edits.js').Edits} Edits */
/** @typedef {import('./product-edits.js').Item} Item */
/** @typedef {import('./find-products.js').Reading} Reading */
/**
 * @typedef {object} ListProps
 * @property {import('../../app.js').App} app
 * @property {string[]} queries of the products to read, one after the other
 * @property {boolean} isByStock whether the lowest stocks come first
 * @property {boolean} isOne whether the list is the page of one product
 * @property {string} text that was searched for
 */

/**
 * @typedef {object} ListState
 * @property {Reading} reading
 * @property {boolean} isLoading
 * @property {Problem | null} problem of the reading
 * @property {Edits} edits
 * @property {import('./product-edits.js').Errors} errors of the edits
 * @property {string | null} refusal why nothing was saved
 * @property {boolean} isSaving
 * @property {boolean} isAsking whether the save is to be confirmed
 * @property {ReadonlySet<number>} open products whose variants are unfolded
 * @property {ReadonlySet<number>} openTerms products whose brand, categories and tags are fields
 * @property {ReadonlyMap<number, ReadonlySet<number>>} priceFields items whose prices by quantity are fields: the ids of variants, 0 for the product, by the id of the product
 */

/** The list. A list with another `key` starts again. @extends {Component<ListProps, ListState>} */
export class ProductList extends Component {
  isGone = false
  /** @override @type {ListState} */
  state = {
    reading: { rows: [], queue: this.props.queries },
    ...{
      isLoading: true,
      problem: null,
      edits: {},
      errors: {},
      refusal: null,
      isSaving: false,
      isAsking: false,
      open: new Set(),
    },
    openTerms: new Set(),
    priceFields: new Map(),
  }

  /** @override */
  componentDidMount() {
    this.readOn()
  }

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  readOn = async () => {
    const { app, isByStock, isOne, text } = this.props
    this.setState({ isLoading: true, problem: null })
    try {
      const reading = await readOn(app.api.get, this.state.reading)
      await readGroupNames(app, reading.rows.flatMap(groupsIn))
      if (this.isGone) return
      // Where little is left of a variant, its row says it; one whose SKU was searched for is shown, and so are those of the only product.
      const isSought = (/** @type {Item} */ { sku }) => sku !== null && sku.toLowerCase() === text.toLowerCase()
      const shown = reading.rows.filter(({ variants }) =>
        isByStock || isOne ? variants.length > 0 : variants.some(isSought),
      )
      const ids = shown.map(({ id }) => id)
      const open = new Set([...this.state.open, ...ids])
      this.setState({ reading: withRowsOf(reading, this.state.reading), isLoading: false, open })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (!this.isGone) this.setState({ problem: error, isLoading: false })
    }
  }

  /** @type {import('./product-row.js').RowProps['onEdit']} */
  edit = (product, variantId, edit) => {
    const { edits, errors } = this.state
    const { [product.id]: _, ...others } = errors
    this.setState({ edits: withEdit(edits, product, variantId, edit), errors: others })
  }

  /** @param {number} id */
  toggle = id => {
    const open = new Set(this.state.open)
    if (!open.delete(id)) open.add(id)
    this.setState({ open })
  }

  /** @param {number} id */
  toggleTerms = id => {
    const openTerms = new Set(this.state.openTerms)
    if (!openTerms.delete(id)) openTerms.add(id)
    this.setState({ openTerms })
  }

  /** @type {import('./product-row.js').RowProps['onPrices']} */
  togglePrices = (id, variantId) => {
    const items = new Set(this.state.priceFields.get(id))
    if (!items.delete(variantId)) items.add(variantId)
    this.setState({ priceFields: new Map([...this.state.priceFields, [id, items]]) })
  }

  discard = () => this.setState({ edits: {}, errors: {}, refusal: null })

  /** Shows products as they are now. @param {Product[]} products */
  show = products => {
    const changed = new Map(products.map(product => [product.id, product]))
    const { reading } = this.state
    const rows = reading.rows.map(row => changed.get(row.id) ?? row)
    if (!this.isGone) this.setState({ reading: { ...reading, rows } })
  }

  /** Saves, after a question where something is taken away. */
  save = async () => {
    const { app } = this.props
    if (pendingInputs().length > 0) return this.setState({ refusal: app.texts().promotions.rules.pending ?? '' })
    const { offSale, withoutTiers } = takenAway(this.state.edits)
    if (offSale + withoutTiers > 0) return this.setState({ isAsking: true })
    await this.write()
  }

  write = async () => {
    const { app } = this.props
    const { edits } = this.state
    this.setState({ isSaving: true, isAsking: false, refusal: null, errors: {} })
    try {
      await saveEdits(app, edits, this.show)
      this.setState({ edits: withoutSaved(this.state.edits, edits), isSaving: false })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.refuse(error)
    }
  }

  /** Shows why nothing was saved, and unfolds the variants with an error. @param {Problem} problem */
  refuse = problem => {
    const t = this.props.app.texts()
    const { fields, others } = divideByItem(problem.errors, changesOf(this.state.edits, this.props.app.state.language))
    const ids = Object.keys(fields).map(Number)
    const general =
      others.length > 0 || ids.length === 0
        ? problemText({ ...problem, errors: others, status: problem.status }, t)
        : ''
    const { refused, correct, unknown } = t.products
    const why = [refused, ids.length > 0 && correct, general].filter(Boolean).join(' ')
    const refusal = isUnknown(problem) ? unknown : why
    const openTerms = new Set([...this.state.openTerms, ...ids.filter(id => hasTermErrors(fields[id]?.[0]))])
    const priceFields = withPriceErrors(this.state.priceFields, fields)
    const unfolded = { open: new Set([...this.state.open, ...ids]), openTerms, priceFields }
    this.setState({ isSaving: false, errors: fields, refusal, ...unfolded }, () => focusError())
  }

  /** @override */
  render() {
    const { app, isByStock } = this.props
    const { reading, isLoading, problem, edits, errors, open, openTerms, priceFields, refusal, isSaving } = this.state
    const count = countEdits(edits)
    const t = app.texts().products
    const hasEnded = reading.rows.length === 0 && !isLoading && !problem
    const empty = isByStock ? t.noneLow : t.empty
    return html`
      <${Unsaved} app=${app} lost=${() => lostRows(app, reading.rows, edits, pendingInputs())} />
      ${
        reading.rows.length > 0 &&
        html`<${ProductTable} app=${app} rows=${reading.rows} edits=${edits} errors=${errors} open=${open} openTerms=${openTerms}
          onEdit=${this.edit} onToggle=${this.toggle} onTerms=${this.toggleTerms} priceFields=${priceFields} onPrices=${this.togglePrices} onSave=${this.save} />`
      }
      ${hasEnded && html`<${Message} icon="search" title=${empty}>${!isByStock && t.emptyHint}<//>`}
      ${problem && html`<${Failed} app=${app} problem=${problem} onAgain=${this.readOn} />`}
      ${reading.rows.length === 0 && isLoading && html`<${Loading} app=${app} lines=${10} />`}
      ${!problem && html`<${Pager} app=${app} reading=${reading} isByStock=${isByStock} isLoading=${isLoading} onMore=${this.readOn} />`}
      ${count > 0 && html`<${SaveBar} app=${app} count=${count} refusal=${refusal} isSaving=${isSaving} onSave=${this.save} onDiscard=${this.discard} />`}
      ${this.state.isAsking && html`<${AskTakeAway} app=${app} edits=${edits} onConfirm=${this.write} onClose=${() => this.setState({ isAsking: false })} />`}`
  }
}

/** The groups of customers that a product has prices for. @param {Product} product */
function groupsIn({ tierPrices, variants }) {
  return [tierPrices, ...variants.map(each => each.tierPrices)].flat().map(({ customerGroupId }) => customerGroupId)
}

/** A reading with rows that were changed while it was read. @param {Reading} reading @param {Reading} changed */
function withRowsOf(reading, changed) {
  const rows = new Map(changed.rows.map(row => [row.id, row]))
  return { ...reading, rows: reading.rows.map(row => rows.get(row.id) ?? row) }
}

/** What was typed while other edits were saved. @param {Edits} edits @param {Edits} saved @returns {Edits} */
function withoutSaved(edits, saved) {
  return Object.fromEntries(Object.entries(edits).filter(([id, each]) => saved[Number(id)] !== each))
}

/** Whether a write may have been done nevertheless. @param {Problem} problem */
function isUnknown({ status, errors }) {
  return status === 0 || errors.some(({ code }) => code === 'unavailable')
}

/** @param {import('./product-edits.js').FieldErrors | undefined} errors */
function hasTermErrors(errors = {}) {
  return ['brand', 'categories', 'tags'].some(name => errors[name])
}

/** The items whose prices by quantity are fields, with those of which one is wrong. @param {ListState['priceFields']} shown @param {import('./product-edits.js').Errors} errors */
function withPriceErrors(shown, errors) {
  const wrong = Object.entries(errors).map(([id, items]) => {
    const variantIds = Object.keys(items).map(Number)
    const ofPrices = variantIds.filter(variantId => items[variantId]?.tierPrices)
    return /** @type {const} */ ([Number(id), new Set([...(shown.get(Number(id)) ?? []), ...ofPrices])])
  })
  return new Map([...shown, ...wrong])
}

/** The searches of lists into which a text was typed that is not added. @returns {HTMLInputElement[]} */
function pendingInputs() {
  const searches = [...document.querySelectorAll('.products [data-picker]')]
  return searches.filter(each => each instanceof HTMLInputElement).filter(({ value }) => value.trim() !== '')
}

function focusError() {
  const first = document.querySelector('.products [aria-invalid="true"]')
  if (!(first instanceof HTMLElement)) return
  first.focus()
  first.scrollIntoView({ block: 'center' })
}

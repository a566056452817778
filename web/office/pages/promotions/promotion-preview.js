/** The effect of what the form has on one cart, before it is saved. The API computes it, again after every change. */

import { Button } from '../../../ui/components/button.js'
import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { Card } from '../../ui/card.js'
import { Field } from '../../ui/field.js'
import { path, queryOf } from '../../url.js'
import { instantOf } from '../../format/zoned-time.js'
import { ListPicker } from '../../ui/list-picker.js'
import { cartSource, shopperSource } from '../customers/pick-customers.js'
import { subjectOf } from './find-cart.js'
import { lastCart, rememberCart } from './last-cart.js'
import { isKnown, readCustomerNames } from '../customers/known-customers.js'
import { judgedFor } from './judged-for.js'
import { PreviewResult } from './preview-result.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {{ app: App, kind: import('./promotion-kind.js').PromotionKind, record: PromotionRecord }} Props `record`: as the form has it */

/**
 * @typedef {object} PreviewState
 * @property {import('../../ui/picked-list.js').Value[]} cart the cart that was picked; empty for none
 * @property {import('../../ui/picked-list.js').Value[]} shopper for whom it is judged: the number or the email of a customer, or a guest; empty for the owner of the cart
 * @property {string} at when it is judged, by the shop's clock; empty for now
 * @property {string} channel where the shopper is; empty for where such a cart is read
 * @property {import('./preview-result.js').Shown | null} shown the last effect
 * @property {Problem | null} problem why there is none for what the form has now
 * @property {boolean} isBusy
 */

/** Time without a change after which the effect is asked for, in milliseconds. */
const PAUSE_MS = 400

/** Whether who is signed in may see previews. @param {App} app */
export function canPreview(app) {
  return app.can('carts:read') && app.can('promotions:read')
}

/** The card. @extends {Component<Props, PreviewState>} */
export class Preview extends Component {
  /** @override @type {PreviewState} */
  state = {
    cart: lastCart() === '' ? [] : [lastCart()],
    shopper: [],
    at: '',
    channel: '',
    shown: null,
    problem: null,
    isBusy: false,
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined
  /** Number of the last request: an answer to an earlier one is dropped. */
  turn = 0

  /** @override */
  componentDidMount() {
    this.wait()
  }

  /** @param {Props} before @override */
  componentDidUpdate({ record: before }) {
    const { record } = this.props
    if (before !== record && JSON.stringify(before) !== JSON.stringify(record)) this.wait()
  }

  /** @override */
  componentWillUnmount() {
    clearTimeout(this.timer)
    this.turn++
  }

  wait() {
    clearTimeout(this.timer)
    if (this.state.cart.length > 0) this.timer = setTimeout(this.ask, PAUSE_MS)
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  choose = event => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const [at = '', channel = ''] = ['at', 'channel'].map(name => String(data.get(name) ?? '').trim())
    // A text that was typed and not picked counts, too.
    const [cart, shopper] = ['cart', 'shopper'].map(name => typedIn(form, name))
    const state = { ...(cart && { cart: [cart] }), ...(shopper && { shopper: [shopper] }) }
    clearTimeout(this.timer)
    this.setState({ ...state, at, channel, shown: null, problem: null }, this.ask)
  }

  /** A time or place that was changed. @param {Event & { currentTarget: HTMLFormElement }} event */
  settle = ({ currentTarget }) => {
    const data = new FormData(currentTarget)
    const [at = '', channel = ''] = ['at', 'channel'].map(name => String(data.get(name) ?? ''))
    if (at !== this.state.at || channel !== this.state.channel) this.setState({ at, channel }, () => this.wait())
  }

  /** @param {Partial<PreviewState>} picked */
  pick = picked => this.setState({ ...picked, shown: null, problem: null }, this.ask)

  ask = async () => {
    const { app, kind, record } = this.props
    const { cart, shopper, at, channel } = this.state
    const turn = ++this.turn
    const [typed] = cart
    if (typed === undefined) return this.setState({ isBusy: false })
    this.setState({ isBusy: true })
    /** @type {Partial<PreviewState>} */
    let answer
    try {
      const subject = await subjectOf(app, String(typed))
      rememberCart(subject)
      const when = at === '' ? {} : { at: instantOf(at, app.clock().zone) }
      const body = { [kind.name === 'coupons' ? 'coupon' : 'campaign']: record, ...when, ...judgedFor(shopper) }
      const preview = await app.api.write('POST', `${path`/carts/${subject}/preview`}${queryOf({ channel })}`, body)
      const { customerId } = preview.meta.preview
      if (customerId !== null && !isKnown(app, customerId)) await readCustomerNames(app, [customerId])
      answer = { shown: { record, preview, email: judgedFor(shopper).email ?? null }, problem: null }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      answer = { problem: error }
    }
    if (turn === this.turn) this.setState({ ...answer, isBusy: false })
  }

  /** @override */
  render() {
    const { app, kind } = this.props
    const { cart, shopper, at, channel, shown, problem, isBusy } = this.state
    const { preview: t, channels } = app.texts().promotions
    const options = [['', t.anyChannel], ...channels]
    const mayName = app.can('customers:read')
    const hint = mayName ? t.subjectOrEmailHint : t.subjectHint
    return html`
      <${Card} title=${t.title}>
        <p class="hint">${t.lead}</p>
        <form class="form" noValidate onChange=${this.settle} onSubmit=${this.choose}>
          <${ListPicker} app=${app} name="cart" label=${t.subject} hint=${hint} value=${cart} source=${cartSource(app)} isSingle
            onChange=${(/** @type {PreviewState['cart']} */ picked) => this.pick({ cart: picked })} />
          ${
            mayName &&
            html`<${ListPicker} app=${app} name="shopper" label=${t.shopper} hint=${t.shopperHint} value=${shopper} source=${shopperSource(app)} isSingle
              onChange=${(/** @type {PreviewState['shopper']} */ picked) => this.pick({ shopper: picked })} />`
          }
          <${Field} app=${app} name="at" type="datetime-local" label=${t.at} hint=${t.atHint} value=${at} />
          <${Field} app=${app} name="channel" type="select" label=${t.channel} options=${options} value=${channel} />
          <div class="actions"><${Button} type="submit" icon="search">${t.show}<//></div>
        </form>
        <${PreviewResult} app=${app} kind=${kind} shown=${shown} problem=${problem} isBusy=${isBusy} />
      <//>`
  }
}

/** What was typed in the search of a picker. @param {HTMLFormElement} form @param {string} name */
function typedIn(form, name) {
  const search = form.querySelector(`[data-picker="${name}"]`)
  return search instanceof HTMLInputElement ? search.value.trim() : ''
}

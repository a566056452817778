/** The effect of what the form has on one cart, before it is saved. The API computes it, again after every change. */

import { Button } from '../../../ui/components/button.js'
import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { Card } from '../../ui/card.js'
import { Field } from '../../ui/field.js'
import { path, queryOf } from '../../url.js'
import { findSubject } from './find-cart.js'
import { lastCart, rememberCart } from './last-cart.js'
import { PreviewResult } from './preview-result.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {{ app: App, kind: import('./promotion-kind.js').PromotionKind, record: PromotionRecord }} Props `record`: as the form has it */

/**
 * @typedef {object} PreviewState
 * @property {string} typed the cart that was chosen; empty for none
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
  state = { typed: lastCart(), channel: '', shown: null, problem: null, isBusy: false }
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
    if (this.state.typed !== '') this.timer = setTimeout(this.ask, PAUSE_MS)
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  choose = event => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [typed = '', channel = ''] = ['subject', 'channel'].map(name => String(data.get(name) ?? '').trim())
    rememberCart(typed)
    clearTimeout(this.timer)
    this.setState({ typed, channel, shown: null, problem: null }, this.ask)
  }

  ask = async () => {
    const { app, kind, record } = this.props
    const { typed, channel } = this.state
    const turn = ++this.turn
    if (typed === '') return this.setState({ isBusy: false })
    this.setState({ isBusy: true })
    /** @type {Partial<PreviewState>} */
    let answer
    try {
      const subject = await findSubject(app, typed)
      const body = { [kind.name === 'coupons' ? 'coupon' : 'campaign']: record }
      const preview = await app.api.write('POST', `${path`/carts/${subject}/preview`}${queryOf({ channel })}`, body)
      answer = { shown: { record, preview }, problem: null }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      answer = { problem: error }
    }
    if (turn === this.turn) this.setState({ ...answer, isBusy: false })
  }

  /** @override */
  render() {
    const { app, kind } = this.props
    const { typed, channel, shown, problem, isBusy } = this.state
    const { preview: t, channels } = app.texts().promotions
    const options = [['', t.anyChannel], ...channels]
    const hint = app.can('customers:read') ? t.subjectOrEmailHint : t.subjectHint
    return html`
      <${Card} title=${t.title}>
        <p class="hint">${t.lead}</p>
        <form class="form" noValidate onSubmit=${this.choose}>
          <${Field} app=${app} name="subject" label=${t.subject} hint=${hint} value=${typed} />
          <${Field} app=${app} name="channel" type="select" label=${t.channel} options=${options} value=${channel} />
          <div class="actions"><${Button} type="submit" icon="search">${t.show}<//></div>
        </form>
        <${PreviewResult} app=${app} kind=${kind} shown=${shown} problem=${problem} isBusy=${isBusy} />
      <//>`
  }
}

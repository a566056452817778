/** The form that makes codes of a campaign. It says before what it will do, and asks for nothing else while that is done. */

import { Button } from '../../../../ui/components/button.js'
import { numberText } from '../../../../ui/format/money.js'
import { Component, html } from '../../../../ui/html.js'
import { Problem } from '../../../../ui/request.js'
import { isolate } from '../../../format/isolate.js'
import { createKeys } from '../../../idempotency-keys.js'
import { divideErrors, problemText, refusalText, withoutField } from '../../../problems.js'
import { Field } from '../../../ui/field.js'
import { focusError } from '../../../ui/form.js'
import { Unsaved } from '../../../ui/unsaved.js'
import { path } from '../../../url.js'
import { correctedBy } from '../field-rules.js'
import { CODE_FIELDS, FIRST_VALUES, inWords, orderOf, orderText } from './code-order.js'
import { saveCodes } from './save-codes.js'

/** @typedef {import('../../../app.js').App} App */
/** @typedef {import('./code-order.js').CodeValues} CodeValues */
/** @typedef {{ app: App, campaignId: number, onMade: () => void }} Props */
/** @typedef {{ values: CodeValues, problem: Problem | null, busyWith: number | null }} State `busyWith`: how many codes are being made */

/** How each field is shown; the others are texts. @type {Partial<Record<keyof CodeValues, object>>} */
const LOOKS = {
  ...{ count: { inputMode: 'numeric' }, length: { inputMode: 'numeric' }, usageLimit: { inputMode: 'numeric' } },
  ...{ usageLimitPerCustomer: { inputMode: 'numeric' } },
  ...{ startsAt: { type: 'datetime-local' }, endsAt: { type: 'datetime-local' } },
}

/** The form. @extends {Component<Props, State>} */
export class NewCodes extends Component {
  /** @override @type {State} */
  state = { values: FIRST_VALUES, problem: null, busyWith: null }
  keys = createKeys(() => crypto.randomUUID())
  isGone = false

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  /** @param {Event & { currentTarget: HTMLFormElement, target: HTMLInputElement }} event */
  read = event => {
    const corrected = correctedBy(event.target.name.slice('codes/'.length))
    this.setState(({ problem }) => ({ problem: withoutField(problem, ...corrected) }))
    const data = new FormData(event.currentTarget)
    const typed = CODE_FIELDS.map(name => [name, String(data.get(`codes/${name}`) ?? '')])
    this.setState({ values: /** @type {CodeValues} */ (Object.fromEntries(typed)) })
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  submit = async event => {
    event.preventDefault()
    const form = event.currentTarget
    if (this.state.busyWith !== null) return
    const order = orderOf(this.state.values, this.props.app.clock().zone)
    this.setState({ problem: null, busyWith: Number(order.count) || 1 })
    try {
      await this.make(order)
      if (!this.isGone) this.setState({ busyWith: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (!this.isGone) this.setState({ problem: error, busyWith: null }, () => setTimeout(() => focusError(form)))
    }
  }

  /** @param {ReturnType<typeof orderOf>} order */
  async make(order) {
    const { app, campaignId, onMade } = this.props
    const headers = { 'Idempotency-Key': this.keys.keyOf(order) }
    const { data } = await app.api.write('POST', path`/campaigns/${campaignId}/codes`, order, headers)
    this.keys.forget()
    const { codes: t, locale } = app.texts()
    const run = () => saveCodes(app, campaignId, data.batch)
    const text = t.made(numberText(data.count, locale), isolate(data.batch))
    app.notify({ kind: 'good', text, undo: { label: t.download, run } })
    onMade()
  }

  /** @override */
  render() {
    const { app } = this.props
    const { values, problem, busyWith } = this.state
    const texts = app.texts()
    const { codes: t, locale } = texts
    const { fields: errors, others } = divideErrors(inWords(problem?.errors ?? [], t), CODE_FIELDS)
    const isGeneral = problem && (others.length > 0 || problem.errors.length === 0)
    const general = isGeneral ? problemText({ status: problem.status, errors: others }, texts) : null
    const message = refusalText(errors, general, texts)
    const will = orderText(app, orderOf(values, app.clock().zone))
    return html`
      <form class="form" noValidate aria-label=${t.create} onInput=${this.read} onChange=${this.read} onSubmit=${this.submit}>
        <${Unsaved} app=${app} name=${t.create} />
        <div class="alert" role="alert" tabindex="-1" hidden=${!message}>${message}</div>
        <div class="fields">
          ${CODE_FIELDS.map(
            name =>
              html`<${Field} key=${name} app=${app} name=${`codes/${name}`} label=${t.labels[name]} hint=${t.hints[name]} value=${FIRST_VALUES[name]} errors=${errors[name]} ...${LOOKS[name]} />`,
          )}
        </div>
        <p class="hint" id="codes-will" dir="auto">${will ?? t.will.nothing}</p>
        ${
          busyWith !== null &&
          html`<div class="progress"><p role="status"><b>${t.busy(numberText(busyWith, locale))}</b></p><progress aria-label=${t.create} /></div>`
        }
        <div class="actions"><${Button} type="submit" look="main" icon="plus" isBusy=${busyWith !== null}>${t.make}<//></div>
      </form>`
  }
}

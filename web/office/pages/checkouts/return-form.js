/** The form of a return: how many pieces of each line, and what is refunded for them, which is shown before it is made. */

import { Button } from '../../../ui/components/button.js'
import { moneyText, numberText } from '../../../ui/format/money.js'
import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { createKeys } from '../../idempotency-keys.js'
import { divideErrors, problemText, refusalText } from '../../problems.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Field } from '../../ui/field.js'
import { focusError } from '../../ui/form.js'
import { Unsaved } from '../../ui/unsaved.js'
import { path } from '../../url.js'
import { actOnOrder, readAgain } from './changed-elsewhere.js'
import { RefundTable } from './refund-table.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./checkout-types.js').Checkout} Checkout */
/** @typedef {import('./checkout-types.js').PlannedReturn} PlannedReturn */
/** @typedef {import('./checkout-types.js').LeftLine} LeftLine */
/** @typedef {{ app: App, checkout: Checkout, lines: LeftLine[], onChange: () => void }} FormProps `onChange`: reads the order again */
/** @typedef {{ lines: { itemId: string, quantity: number }[], restock: boolean }} Asked */
/** @typedef {{ asked: Asked, planned: PlannedReturn }} Shown */
/** @typedef {{ errors: Record<string, import('../../../ui/request.js').ApiError[]>, general: string | null, isBusy: boolean, shown: Shown | null }} FormState */

/** The form. What is typed stays after an error. @extends {Component<FormProps, FormState>} */
export class ReturnForm extends Component {
  keys = createKeys(() => crypto.randomUUID())
  /** @override @type {FormState} */
  state = { errors: {}, general: null, isBusy: false, shown: null }

  url = () => path`/checkouts/${this.props.checkout.reference}/returns`

  /** Asks for the refund. @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  plan = async event => {
    event.preventDefault()
    const form = event.currentTarget
    if (this.state.isBusy) return
    const asked = this.read(form)
    if (!asked) return this.fail(form)
    this.setState({ isBusy: true, errors: {}, general: null })
    try {
      const { data } = await this.props.app.api.write('POST', `${this.url()}?dryRun=true`, asked)
      this.setState({ isBusy: false, shown: { asked, planned: data } })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 404 || error.status === 409) {
        this.setState({ isBusy: false })
        return readAgain(this.props.app, error, this.props.onChange)
      }
      this.refuse(error, asked)
      this.fail(form)
    }
  }

  /** Reads the form. @param {HTMLFormElement} form @returns {Asked | null} null where a quantity is none, which is shown then */
  read(form) {
    const t = this.props.app.texts()
    const data = new FormData(form)
    const typed = this.props.lines.map(({ itemId }, at) => ({
      itemId,
      text: String(data.get(nameAt(at)) ?? '').trim(),
    }))
    const wrong = typed.flatMap(({ text }, at) => (/^\d{0,6}$/.test(text) ? [] : [nameAt(at)]))
    const lines = typed.flatMap(({ itemId, text }) => (Number(text) > 0 ? [{ itemId, quantity: Number(text) }] : []))
    const problem = { code: '', detail: t.checkouts.wrongPieces }
    const errors = Object.fromEntries(wrong.map(name => [name, [problem]]))
    const isNone = wrong.length === 0 && lines.length === 0
    this.setState({ errors, general: isNone ? t.checkouts.nothingTyped : null })
    return wrong.length > 0 || isNone ? null : { lines, restock: data.has('restock') }
  }

  /** Shows errors of the API at the fields that were sent. @param {Problem} problem @param {Asked} asked */
  refuse(problem, asked) {
    const { app, lines } = this.props
    const sent = asked.lines.map(({ itemId }) => nameAt(lines.findIndex(line => line.itemId === itemId)))
    const { fields, others } = divideErrors(
      problem.errors,
      sent.map((_, at) => `lines/${at}`),
    )
    const errors = Object.fromEntries(
      Object.entries(fields).map(([name, all]) => [sent[Number(name.slice(6))] ?? '', all]),
    )
    const isGeneral = others.length > 0 || problem.errors.length === 0
    const general = isGeneral ? problemText({ status: problem.status, errors: others }, app.texts()) : null
    this.setState({ isBusy: false, errors, general })
  }

  /** @param {HTMLFormElement} form */
  fail(form) {
    queueMicrotask(() => setTimeout(() => focusError(form)))
  }

  /** A field that is typed into is not wrong any more. @param {Event & { target: HTMLInputElement }} event */
  correct = ({ target }) => {
    const { [target.name]: _, ...errors } = this.state.errors
    this.setState({ errors, general: null })
  }

  close = () => this.setState({ shown: null })

  /** @param {Shown} shown */
  confirm = async ({ asked }) => {
    const { app, onChange } = this.props
    const { checkouts: t, locale } = app.texts()
    const headers = { 'Idempotency-Key': this.keys.keyOf(asked) }
    const { data } = await app.api.write('POST', this.url(), asked, headers)
    this.keys.forget()
    this.close()
    app.notify({
      kind: 'good',
      text: data.refund ? t.returned(moneyText(data.refund, locale)) : t.returnedWithoutAmount,
    })
    onChange()
  }

  /** @override */
  render() {
    const { app, checkout, lines, onChange } = this.props
    const { errors, general, isBusy, shown } = this.state
    const { checkouts: t, locale } = app.texts()
    const message = refusalText(errors, general, app.texts())
    return html`
      <form class="form" noValidate aria-label=${t.returnItems} onInput=${this.correct} onSubmit=${this.plan}>
        <${Unsaved} app=${app} name=${t.returnItems} />
        <p class="hint">${t.returnHint}</p>
        <div class="alert" role="alert" tabindex="-1" hidden=${!message}>${message}</div>
        <div class="fields">
          ${lines.map(
            ({ itemId, name, left }, at) => html`
            <${Field} key=${itemId} app=${app} name=${nameAt(at)} label=${name} inputMode="numeric" hint=${t.piecesLeft(numberText(left, locale))}
              errors=${errors[nameAt(at)]} />`,
          )}
          <${Field} app=${app} name="restock" type="checkbox" label=${t.restock} value=${true} hint=${t.restockHint} />
        </div>
        <div class="actions"><${Button} type="submit" isBusy=${isBusy}>${t.showRefund}<//></div>
      </form>
      ${
        shown &&
        html`
        <${ConfirmDialog} app=${app} title=${t.returnTitle(checkout.reference)} action=${t.returnItems} onClose=${this.close}
          onConfirm=${() => actOnOrder(app, { act: () => this.confirm(shown), onClose: this.close, onChange })}>
          <${RefundTable} app=${app} checkout=${checkout} planned=${shown.planned} />
          <p>${t.returnPays}</p>
        <//>`
      }`
  }
}

/** The name of the field of a line. @param {number} at */
function nameAt(at) {
  return `pieces-${at}`
}

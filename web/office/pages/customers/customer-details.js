/** The record of a customer, and the form that changes it. */

import { Button } from '../../../ui/components/button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { isolate } from '../../format/isolate.js'
import { worded } from '../../problems.js'
import { stateful } from '../../stateful.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { Form } from '../../ui/form.js'
import { KeyValues } from '../../ui/key-values.js'
import { Time } from '../../ui/time.js'
import { UserText } from '../../ui/user-text.js'
import { requireUnchanged } from '../../unchanged.js'
import { path } from '../../url.js'
import { changesOf, customerFields, SHOWN, SWITCHES, undoOf, valuesOf } from './customer-fields.js'
import { nameOf } from './customer-names.js'
import { WithGroups } from './with-groups.js'

/** @typedef {import('./customer-names.js').Customer} Customer */
/** @typedef {{ app: import('../../app.js').App, customer: Customer, onChange: () => void }} Props `onChange`: loads the customer again */

/** The record, which becomes a form. */
export const CustomerDetails = stateful(
  (/** @type {Props} */ _props) => ({ isEdited: false }),
  ({ app, customer, onChange }, { isEdited }, set) => {
    const { customers: t } = app.texts()
    const edit = html`<${Button} icon="edit" onClick=${() => set({ isEdited: true })}>${t.edit}<//>`
    const beside = !isEdited && app.can('customers:write') && edit
    const end = () => {
      set({ isEdited: false })
      app.update({ focusHeading: true })
    }
    const save = async (/** @type {Record<string, string | boolean>} */ values) => {
      await saveCustomer({ app, customer, onChange }, values)
      end()
    }
    const values = valuesOf(customer)
    const group = String(values.customerGroupId)
    const form = (/** @type {import('./group-names.js').Group[] | null} */ groups) => html`
      <${Form} app=${app} fields=${customerFields(app.texts(), groups, group)} values=${values} title=${t.customer(String(customer.id))} action=${app.texts().save}
        takesFocus=${true} onSave=${save} onCancel=${end} />`
    const content = isEdited
      ? html`<${WithGroups} app=${app} show=${form} />`
      : html`<${KeyValues} rows=${rowsOf(app, customer)} />`
    return html`<${Card} title=${t.details} beside=${beside}>${content}<//>`
  },
)

/** Saves what was changed, and offers to undo it: both only while nobody else has changed the same fields. @param {Props} props @param {Record<string, string | boolean>} values */
async function saveCustomer({ app, customer, onChange }, values) {
  const texts = app.texts()
  const changes = changesOf(customer, values)
  if (Object.keys(changes).length === 0) return
  const write = (/** @type {object} */ body) =>
    app.api.write('PUT', path`/customers/${customer.id}`, body).catch(error => {
      throw inWords(error, texts.customers.wrong)
    })
  const requireStill = async (/** @type {Customer} */ seen) => {
    const { data: stored } = await app.api.get(path`/customers/${customer.id}`)
    requireUnchanged(undoOf(stored, changes), undoOf(seen, changes))
  }
  await requireStill(customer)
  const { data } = await write(changes)
  const run = async () => {
    await requireStill(data)
    await write(undoOf(customer, changes))
    app.notify({ kind: 'good', text: texts.customers.restored })
    onChange()
  }
  app.notify({
    kind: 'good',
    text: texts.customers.saved(isolate(nameOf(data, texts))),
    undo: { label: texts.undo, run },
  })
  onChange()
}

/** The refusal with sentences about the fields: those of the API name them as programs do. @param {unknown} error @param {Record<string, string>} wrong by the name of the field; `text` for the others */
function inWords(error, wrong) {
  if (!(error instanceof Problem)) return error
  const errors = error.errors.map(each => {
    const detail = each.code === 'field_invalid' && (wrong[each.source?.pointer?.slice(1) ?? ''] ?? wrong.text)
    return detail ? worded(each, detail) : each
  })
  return new Problem(error.status, errors)
}

/** What is known about the customer: fields without a value are left out. @param {import('../../app.js').App} app @param {Customer} customer @returns {import('../../ui/key-values.js').Row[]} */
function rowsOf(app, customer) {
  const { customers: t, locale } = app.texts()
  const { group, customerGroupId, completedOrders, orderCount } = customer
  const texts = SHOWN.filter(name => customer[name]).map(
    name => /** @type {const} */ ([t[name], html`<${UserText} text=${customer[name]} />`]),
  )
  const groupText = html`<${UserText} text=${group?.name ?? ''} /> (${customerGroupId})`
  return [
    ...texts,
    ...(customerGroupId === null ? [] : [/** @type {const} */ ([t.group, groupText])]),
    [t.features, featuresOf(customer, t)],
    [t.completedOrders, numberText(completedOrders, locale)],
    [t.orderCount, numberText(orderCount, locale)],
    [t.createdAt, html`<${Time} app=${app} at=${customer.createdAt} />`],
    [t.updatedAt, html`<${Time} app=${app} at=${customer.updatedAt} />`],
  ]
}

/** @param {Customer} customer @param {import('../../texts/texts.js').Texts['customers']} t */
function featuresOf(customer, t) {
  const features = SWITCHES.filter(name => customer[name])
  return (
    features.length > 0 &&
    html`<span class="badges">${features.map(name => html`<${Badge} key=${name}>${t[name]}<//>`)}</span>`
  )
}

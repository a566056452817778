/** A customer: the record, the cart, the orders, and the personal data. */

import { ButtonLink } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { path, queryOf } from '../../url.js'
import { ChangeHistory } from '../history/change-history.js'
import { CustomerCart, loadCustomerCart } from './customer-cart.js'
import { CustomerCheckouts } from './customer-checkouts.js'
import { CustomerDetails } from './customer-details.js'
import { nameOf, StatusBadge } from './customer-names.js'
import { CustomerPrivacy } from './customer-privacy.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./customer-names.js').Customer} Customer */
/** @typedef {{ customer: Customer, cart: import('./customer-cart.js').CustomerCartProps | null, checkouts: import('./customer-checkouts.js').CheckoutPage | null }} Loaded */

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { id = '' } }) {
  const title = html`<${PageTitle} app=${app} title=${app.texts().customers.customer(id)}  />`
  /** @param {Loaded} loaded @param {() => void} again */
  const show = (loaded, again) => html`<${Record} app=${app} ...${loaded} onChange=${again} />`
  return html`<${Load} app=${app} from=${() => loadCustomer(app, id)} show=${show} title=${title} />`
}

/** Loads the customer, and the cart and the newest orders where the scopes allow it: without them the customer is shown, too. @param {App} app @param {string} id @returns {Promise<Loaded>} */
async function loadCustomer(app, id) {
  const newest = app.can('checkouts:read')
    ? app.api.get(`/checkouts${queryOf({ 'filter[customerId]': id, limit: 5 })}`).catch(withoutOrders)
    : null
  const [{ data }, checkouts, cart] = await Promise.all([
    app.api.get(`${path`/customers/${id}`}?include=group`),
    newest,
    loadCustomerCart(app, id),
  ])
  return { customer: data, checkouts, cart }
}

/** @param {unknown} error */
function withoutOrders(error) {
  if (error instanceof Problem) return null
  throw error
}

/** @param {Loaded & { app: App, onChange: () => void }} props */
function Record({ app, customer, cart: itsCart, checkouts, onChange }) {
  const texts = app.texts()
  const { customers: t } = texts
  const { id, status, email } = customer
  const badge = html`<${StatusBadge} texts=${texts} status=${status} />`
  const cart = html`<${ButtonLink} href=${path`/office/carts/${`member:${id}`}`} look="main" icon="basket">${t.openCart}<//>`
  return html`
    <${PageTitle} app=${app} title=${nameOf(customer, texts)} beside=${badge} actions=${app.can('carts:read') && cart}
      lead=${html`${t.number} ${id} · <bdi>${email}</bdi>`} />
    ${status !== 'active' && html`<p class="alert">${t.cannotShop}</p>`}
    ${itsCart && html`<${CustomerCart} app=${app} ...${itsCart} />`}
    <div class="columns">
      <div class="column">
        <${CustomerDetails} app=${app} customer=${customer} onChange=${onChange} />
        ${app.can('checkouts:read') && html`<${CustomerCheckouts} app=${app} id=${id} page=${checkouts} />`}
      </div>
      <div class="column"><${CustomerPrivacy} app=${app} id=${id} name=${nameOf(customer, app.texts())} completedOrders=${customer.completedOrders} /><${ChangeHistory} app=${app} target=${`customer:${id}`} /></div>
    </div>`
}

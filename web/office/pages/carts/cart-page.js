/** A cart as its owner sees it, and why its promotions apply or not. */

import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { isolate } from '../../format/isolate.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { Tabs } from '../../ui/tabs.js'
import { Time } from '../../ui/time.js'
import { path, queryOf } from '../../url.js'
import { nameOf, StatusBadge } from '../customers/customer-names.js'
import { rememberCart } from '../promotions/last-cart.js'
import { Campaigns } from './campaigns.js'
import { CartContents } from './cart-contents.js'
import { CartLink } from './cart-link.js'
import { Coupon } from './coupon.js'
import { RefusedCoupon } from './refused-coupon.js'
import { namesFor } from './names-for.js'
import { channelOf, readSubject } from './subjects.js'
import { Verdict } from './verdict.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').OwnerCart} OwnerCart */
/** @typedef {import('../customers/customer-names.js').Customer} Customer */
/** @typedef {{ app: App, owned: OwnerCart, customer: Customer | null, names: import('./condition-text.js').Names, channel: string }} Props */

/** @typedef {Omit<Props, 'app' | 'channel'>} Loaded */

/** The page; `channel` of the query is where the shopper is. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { subject = '' }, query }) {
  const channel = channelOf(query.get('channel'), subject)
  const title = html`<${PageTitle} app=${app} title=${titleOf(app, subject, null)} lead=${subject} />`
  const show = (/** @type {Loaded} */ loaded) => html`<${Cart} app=${app} channel=${channel} ...${loaded} />`
  return html`<${Load} app=${app} from=${() => loadCart(app, subject, channel)} show=${show} title=${title} />`
}

/** Loads the cart, and its customer where the scopes allow it. @param {App} app @param {string} subject @param {string} channel @returns {Promise<Loaded>} */
async function loadCart(app, subject, channel) {
  const owned = (await app.api.get(`${path`/carts/${subject}`}${queryOf({ channel })}`)).data
  const { customerId } = owned
  rememberCart(owned.subject)
  const hasCustomer = customerId !== null && app.can('customers:read')
  const [names, customer] = await Promise.all([
    namesFor(app, owned),
    hasCustomer ? app.api.get(`${path`/customers/${customerId}`}?include=group`).then(dataOf, noCustomer) : null,
  ])
  return { owned, customer, names }
}

/** @param {{ data: Customer }} answer */
function dataOf({ data }) {
  return data
}

/** The cart is shown without its customer, too. @param {unknown} error */
function noCustomer(error) {
  if (error instanceof Problem) return null
  throw error
}

/** @param {Props} props */
function Cart({ app, owned, customer, names, channel }) {
  const texts = app.texts()
  const { subject, changedAt } = owned
  const isMember = readSubject(subject).kind === 'member'
  const badge = isMember && customer && html`<${StatusBadge} texts=${texts} status=${customer.status} />`
  const changed =
    changedAt === null ? texts.carts.never : html`${texts.carts.changed} <${Time} app=${app} at=${changedAt} />`
  return html`
    <${PageTitle} app=${app} title=${titleOf(app, subject, customer)} beside=${badge} lead=${html`<bdi>${subject}</bdi> · ${changed}`}
      actions=${isMember && customer && html`<a class="button quiet" href=${path`/office/customers/${customer.id}`}>${texts.carts.toCustomer}</a>`} />
    <${Owner} app=${app} owned=${owned} customer=${customer} />
    <div class="channels">
      <p class="hint">${texts.carts.channel}</p>
      <${Tabs} label=${texts.carts.channel} links=${channelLinks(texts, subject, channel)} />
    </div>
    <${Verdict} app=${app} owned=${owned} names=${names} />
    <${RefusedCoupon} app=${app} owned=${owned} />
    <div class="columns">
      <div class="column">
        <${CartContents} app=${app} cart=${owned.cart} />
        <${CartLink} app=${app} owned=${owned} />
      </div>
      <div class="column">
        <${Coupon} app=${app} owned=${owned} names=${names} />
        <${Campaigns} app=${app} owned=${owned} names=${names} />
      </div>
    </div>`
}

/** What is to be known about the owner: a guest who has logged in, or a customer who cannot shop. @param {Omit<Props, 'channel' | 'names'>} props */
function Owner({ app, owned: { subject, customerId }, customer }) {
  const { carts: t } = app.texts()
  const isMember = readSubject(subject).kind === 'member'
  if (!isMember && customerId !== null) {
    const href = path`/office/carts/${`member:${customerId}`}`
    return html`<p class="alert"><span>${t.merged} <a href=${href}>${customer ? isolate(nameOf(customer, app.texts())) : t.openMember(String(customerId))}</a></span></p>`
  }
  return customer && customer.status !== 'active' ? html`<p class="alert">${t.cannotShop}</p>` : null
}

/** @param {App} app @param {string} subject @param {Customer | null} customer */
function titleOf(app, subject, customer) {
  const texts = app.texts()
  const { kind, id } = readSubject(subject)
  if (kind === 'member')
    return texts.carts.ofMember(customer ? isolate(nameOf(customer, texts)) : texts.carts.member(id))
  return kind === 'ucp' ? texts.carts.ofUcp : texts.carts.ofGuest
}

/** The same cart on each channel. @param {import('../../texts/texts.js').Texts} texts @param {string} subject @param {string} channel */
function channelLinks({ promotions: { channels } }, subject, channel) {
  return channels.map(([each, text]) => ({
    href: `${path`/office/carts/${subject}`}${queryOf({ channel: each })}`,
    text,
    isCurrent: each === channel,
  }))
}

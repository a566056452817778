/** The coupon and the campaigns of the cart: applied, available, and not yet applicable. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { isZero, reductionText } from '../money.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').CartDocument} CartDocument */

/** Draws the applied coupon, or the form for one. @param {App} app @param {CartDocument} cart */
export function drawCoupon(app, cart) {
  const t = app.texts()
  const { appliedCoupon } = cart.data.attributes
  return h(
    'section.panel',
    { 'data-key': 'coupon', 'aria-labelledby': 'coupon-title' },
    h('h3', { id: 'coupon-title' }, t.coupon),
    appliedCoupon ? drawAppliedCoupon(app, appliedCoupon) : drawCouponForm(app),
  )
}

/** @param {App} app @param {NonNullable<CartDocument['data']['attributes']['appliedCoupon']>} coupon */
function drawAppliedCoupon({ texts }, { code, description, discountAmount }) {
  const t = texts()
  return h(
    'div.choice.chosen',
    { 'data-key': 'applied' },
    icon('check'),
    h('div', {}, h('b', { dir: 'auto' }, code), h('p.hint', { dir: 'auto' }, description)),
    h('span.money.good', {}, isZero(discountAmount) ? t.applied : reductionText(discountAmount, t.locale)),
    h(
      'button.round',
      { type: 'button', 'data-action': 'remove-coupon', 'aria-label': t.removeCoupon(code) },
      icon('close'),
    ),
  )
}

/** @param {App} app */
function drawCouponForm({ state, texts }) {
  const t = texts()
  const coupons = state.shop?.coupons ?? []
  return h(
    'div.coupon',
    { 'data-key': 'form' },
    h(
      'form.row',
      { 'data-action': 'apply-coupon' },
      h('input', {
        name: 'code',
        'aria-label': t.couponCode,
        placeholder: t.couponCode,
        autocomplete: 'off',
        autocapitalize: 'characters',
        spellcheck: 'false',
        required: true,
      }),
      h('button.quiet', { type: 'submit' }, t.apply),
    ),
    coupons.length > 0 && h('p.hint', { id: 'try-coupon' }, t.tryCoupon),
    coupons.length > 0 &&
      h(
        'ul.hints',
        { role: 'list', 'aria-labelledby': 'try-coupon' },
        ...coupons.map(({ code, description }) =>
          h(
            'li',
            {},
            h(
              'button.chip',
              { type: 'button', 'data-action': 'try-coupon', 'data-code': code, title: description, dir: 'auto' },
              code,
            ),
          ),
        ),
      ),
  )
}

/**
 * Draws the campaigns that apply to the cart, with a button to choose one, and the shop's other campaigns.
 * @param {App} app
 * @param {CartDocument} cart
 */
export function drawCampaigns(app, cart) {
  const { campaigns = [], appliedCampaign } = cart.data.attributes
  const listed = new Set(campaigns.map(({ id }) => id))
  const others = app.state.shop?.campaigns.filter(({ id }) => !listed.has(id)) ?? []
  if (campaigns.length + others.length === 0) return null
  return h(
    'section.panel',
    { 'data-key': 'campaigns', 'aria-labelledby': 'campaigns-title' },
    h('h3', { id: 'campaigns-title' }, app.texts().campaigns),
    campaigns.length > 0 &&
      h(
        'ul.choices',
        { role: 'list', 'data-key': 'listed' },
        ...campaigns.map(each => drawCampaign(app, each, appliedCampaign)),
      ),
    others.length > 0 && h('p.hint', { id: 'not-yet', 'data-key': 'not-yet' }, app.texts().notYet),
    others.length > 0 &&
      h(
        'ul.choices.others',
        { role: 'list', 'aria-labelledby': 'not-yet', 'data-key': 'others' },
        ...others.map(drawOther),
      ),
  )
}

/** @typedef {{ id: number, name: string, description: string }} Campaign */

/**
 * @param {App} app
 * @param {Campaign} campaign
 * @param {CartDocument['data']['attributes']['appliedCampaign']} applied
 */
function drawCampaign({ texts }, { id, name, description }, applied) {
  const t = texts()
  const isChosen = applied?.id === id
  const text = h('div', {}, h('b', { dir: 'auto' }, name), h('p.hint', { dir: 'auto' }, description))
  if (!isChosen) {
    const choose = h(
      'button.quiet',
      { type: 'button', 'data-action': 'choose-campaign', 'data-campaign': id, 'aria-label': t.chooseCampaign(name) },
      t.choose,
    )
    return h('li.choice', { 'data-key': id }, text, choose)
  }
  return h(
    'li.choice.chosen',
    { 'data-key': id },
    icon('check'),
    text,
    h(
      'span.money.good',
      {},
      isZero(applied.discountAmount) ? t.applied : reductionText(applied.discountAmount, t.locale),
    ),
    h(
      'button.round',
      { type: 'button', 'data-action': 'drop-campaign', 'aria-label': t.removeCampaign(name) },
      icon('close'),
    ),
  )
}

/** @param {Campaign} campaign */
function drawOther({ id, name, description }) {
  return h('li', { 'data-key': id }, h('b', { dir: 'auto' }, name), h('p.hint', { dir: 'auto' }, description))
}

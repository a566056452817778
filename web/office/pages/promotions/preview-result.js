/** The result of a preview: a sentence, which screen readers say when it changes, and the conditions. It keeps its place while it is renewed. */

import { moneyText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { divideErrors, problemText } from '../../problems.js'
import { path } from '../../url.js'
import { Conditions } from '../carts/conditions.js'
import { RewardEffect } from '../carts/reward-effect.js'
import { customerText } from '../customers/known-customers.js'
import { effectOf } from './cart-effect.js'
import { isBound } from './promotion-summary.js'
import { shopTime } from './shop-format.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../../ui/request.js').Problem} Problem */
/** @typedef {import('./promotion-kind.js').PromotionKind} PromotionKind */
/** @typedef {import('./cart-effect.js').PromotionPreview} PromotionPreview */
/** @typedef {{ record: import('./promotion-record.js').PromotionRecord, preview: PromotionPreview, email: string | null }} Shown what was sent, and its effect; the email for which it was judged */

/** The result. @param {{ app: App, kind: PromotionKind, shown: Shown | null, problem: Problem | null, isBusy: boolean }} props */
export function PreviewResult({ app, kind, shown, problem, isBusy }) {
  const { preview: t } = app.texts().promotions
  const effect = shown && effectOf(kind.name, shown.record, shown.preview)
  const sentence = problem
    ? noteOf(app, kind, problem)
    : shown && effect
      ? sentenceOf(app, shown.preview, effect)
      : null
  const isDearer = shown !== null && Number(shown.preview.meta.preview.difference.amount) > 0
  const isGood = !problem && effect !== null && effect.is !== 'fails' && !isDearer
  return html`
    <div class="preview-result" aria-busy=${isBusy ? 'true' : 'false'}>
      <div role="status">${sentence && html`<p class=${isGood ? 'alert good' : 'alert'}><b dir="auto">${sentence}</b></p>`}</div>
      ${
        shown &&
        effect &&
        html`
          <div class=${problem ? 'preview-details outdated' : 'preview-details'}>
            <p class="hint">${judgedText(app, shown)}</p>
            ${effect.explanation && html`<${RewardEffect} app=${app} explanation=${effect.explanation} cart=${shown.preview.data.cart} type=${typeIn(shown.record)} />`}
            ${effect.conditions.length > 0 && html`<${Conditions} app=${app} conditions=${effect.conditions} remediesOf=${() => []} />`}
            <p><a href=${path`/office/carts/${shown.preview.data.subject}`}>${t.openCart}</a></p>
          </div>`
      }
    </div>`
}

/** When and for whom it was judged. An email that no customer has is a guest's. @param {App} app @param {Shown} shown */
function judgedText(app, { preview, email }) {
  const { preview: t } = app.texts().promotions
  const { at, customerId } = preview.meta.preview
  const guest = email === null ? t.guest : t.guestOf(isolate(email))
  const who = customerId === null ? guest : customerText(app, customerId)
  return t.judged(shopTime(app, at), who)
}

/** The kind of the discount; undefined for a coupon that has its from a campaign. @param {Shown['record']} record @returns {string | undefined} */
function typeIn(record) {
  return record.reward?.type ?? (isBound(record) ? undefined : record.discountType)
}

/** @param {App} app @param {PromotionPreview} preview @param {import('./cart-effect.js').Effect} effect */
function sentenceOf(app, { data: { campaigns }, meta: { preview } }, { is }) {
  const { preview: t } = app.texts().promotions
  const { replacedCoupon, replacedCampaign, difference } = preview
  const effect = is === 'changes' ? t.discount(changeText(difference, app.texts().locale)) : t[is]
  if (replacedCoupon !== null) return `${effect} ${t.replacesCoupon(isolate(replacedCoupon))}`
  if (replacedCampaign === null) return effect
  const name = campaigns.find(({ id }) => id === replacedCampaign)?.name
  return `${effect} ${name ? t.replacesCampaignNamed(isolate(name)) : t.replacesCampaign(String(replacedCampaign))}`
}

/** A change of the total with its sign. @param {import('../../../ui/format/money.js').Money} difference @param {string} locale */
function changeText(difference, locale) {
  const text = moneyText(difference, locale)
  return difference.amount.startsWith('-') ? text : `+${text}`
}

/** Why there is no effect: the fields that the record lacks, or what is wrong with the cart. @param {App} app @param {PromotionKind} kind @param {Problem} problem */
function noteOf(app, { name, fields: all }, { status, errors }) {
  const texts = app.texts()
  const { labels, preview: t } = texts.promotions
  const prefix = name === 'coupons' ? '/coupon' : '/campaign'
  const inRecord = errors.map(error => ({ ...error, source: { pointer: withoutPrefix(error, prefix) } }))
  const { fields, others } = divideErrors(
    inRecord,
    all.map(field => field.name),
  )
  const named = Object.keys(fields).map(field => labels[field] ?? field)
  if (named.length > 0 && others.length === 0) return t.incomplete(named.join(', '))
  if (errors.some(({ code }) => code === 'parameter_invalid')) return t.noSubject
  return problemText({ status, errors: others.length > 0 ? others : errors }, texts)
}

/** @param {import('../../../ui/request.js').ApiError} error @param {string} prefix */
function withoutPrefix({ source }, prefix) {
  const pointer = source?.pointer ?? ''
  return pointer.startsWith(`${prefix}/`) ? pointer.slice(prefix.length) : ''
}

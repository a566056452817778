/** Says in the selected language what a condition compares; the API's own words for a condition that is new to the pages. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { timeText } from '../../../ui/format/time.js'
import { isolate } from '../../format/isolate.js'
import { zoneOf } from '../../format/shop-clock.js'
import { datesText, weekdaysText } from './date-conditions.js'

/** @typedef {import('../../texts/texts.js').Texts} Texts */
/** @typedef {import('./cart-types.js').Condition} Condition */
/** @typedef {Condition['values']} Values */
/** @typedef {{ t: Texts['conditions'], locale: string, zone: string, holds: boolean, names: Names }} Context */
/** Names of what conditions have numbers of. @typedef {{ groups?: ReadonlyMap<number, string>, campaigns?: ReadonlyMap<number, string> }} Names */
/** @template {Values['name']} Name @typedef {Extract<Values, { name: Name }>} Of */

/** The sentences by the name of the condition. @type {{ [Name in Values['name']]: (values: Of<Name>, context: Context) => string }} */
const sentences = {
  campaignEngine: switchText,
  active: switchText,
  dates: (values, { t, locale, zone }) => datesText(values, t, at => timeText(at, locale, zone)),
  weekday: ({ now, weekdays }, { t, locale }) => weekdaysText(now, weekdays, t, locale),
  time: ({ from, to, now }, { t }) => (from === null || to === null ? t.allDay : t.hours(now, from, to)),
  usage: limitText,
  customerUsage: ({ campaignId = null, ...values }, context) =>
    limitText(values, context) + ofCampaign(campaignId, context.t),
  audience: audienceText,
  firstOrder: ({ campaignId, customerId, hasOrdered }, { t }) => {
    const sentence = hasOrdered ? t.hasOrdered : t.hasNotOrdered
    return (customerId === null ? t.guestsHaveNone : sentence) + ofCampaign(campaignId, t)
  },
  channel: ({ campaignId, channels, now }, { t }) =>
    t.onChannel(channelNames([now], t), channelNames(channels, t)) + ofCampaign(campaignId, t),
  products: productsText,
  minimumQuantity: ({ campaignId, needed, has }, { t, locale }) =>
    minimumText(
      campaignId,
      [needed, has].map(each => (each === null ? null : numberText(each, locale))),
      t,
    ),
  minimumTotal: ({ campaignId, needed, has }, { t, locale }) =>
    minimumText(
      campaignId,
      [needed, has].map(each => each && moneyText(each, locale)),
      t,
    ),
  campaign: ({ campaignId, exists, failed }, { t, names }) => {
    if (campaignId === null) return t.boundToNone
    if (!exists) return t.noCampaign(String(campaignId))
    const name = names.campaigns?.get(campaignId)
    if (name !== undefined) return failed.length === 0 ? t.appliesByName(isolate(name)) : t.failsByName(isolate(name))
    return failed.length === 0 ? t.campaignApplies(String(campaignId)) : t.campaignFails(String(campaignId))
  },
  coupon: ({ couponBound, code, applies }, { t }) => {
    if (!couponBound) return t.needsNoCoupon
    if (code === null) return t.needsCoupon
    return applies ? t.chosen(isolate(code)) : t.chosenInVain(isolate(code))
  },
  combination: ({ code, combinesWithCampaigns }, { t }) => {
    if (code === null) return t.noCouponApplies
    return combinesWithCampaigns ? t.campaignAlone(isolate(code)) : t.couponAlone(isolate(code))
  },
}

/** @param {string[]} channels @param {Texts['conditions']} t */
function channelNames(channels, t) {
  return channels.length === 0 ? t.allChannels : channels.map(each => t.channels[each] ?? each).join(', ')
}

/** @param {number | null} campaignId @param {Texts['conditions']} t */
function ofCampaign(campaignId, t) {
  return campaignId === null ? '' : ` ${t.ofCampaign}`
}

/**
 * The sentence for a condition.
 * @param {Condition} condition
 * @param {Texts} texts
 * @param {{ timeZone: string } & Names} shop the shop, and the names that the page has
 * @example conditionText({ name: 'active', holds: false, detail: 'switched off', values: { name: 'active', on: false } }, tr, shop) // 'Kapalı.'
 */
export function conditionText({ holds, detail, values }, { conditions: t, locale }, shop) {
  const say = /** @type {Record<string, ((values: Values, context: Context) => string) | undefined>} */ (sentences)[
    values?.name
  ]
  return say ? say(values, { t, locale, zone: zoneOf(shop).zone, holds, names: shop }) : detail
}

/** The name of a condition in words. @param {Pick<Condition, 'name'>} condition @param {Texts} texts */
export function conditionName({ name }, { conditions: t }) {
  return t.names[name] ?? name
}

/** @param {{ on: boolean }} values @param {Context} context */
function switchText({ on }, { t }) {
  return on ? t.switchedOn : t.switchedOff
}

/** @param {{ limit: number | null, used: number | null }} values @param {Context} context */
function limitText({ limit, used }, { t, locale }) {
  if (limit === null) return t.noLimit
  return used === null ? t.guestsHaveNone : t.used(numberText(used, locale), numberText(limit, locale))
}

/** @param {Of<'products'>} values @param {Context} context */
function productsText({ campaignId, lines, products, limitedBy = [] }, { t, locale }) {
  if (campaignId !== null) return t.ofCampaign
  const lineCount = numberText(lines ?? 0, locale)
  const count = numberText(products ?? 0, locale)
  if (limitedBy.length > 0) {
    const limits = [...(products === null ? [] : [t.listed(count)]), ...limitedBy.map(each => t.limits[each] ?? each)]
    return lines ? t.linesWithin(lineCount, limits.join(', ')) : t.noLinesWithin(limits.join(', '))
  }
  if (!lines) return products === null ? t.noLines : t.noLinesOf(count)
  return products === null ? t.linesOfAll(lineCount) : t.linesOf(lineCount, count)
}

/** @param {number | null} campaignId @param {(string | null)[]} texts of what is needed, and of what the cart has @param {Context['t']} t */
function minimumText(campaignId, [needed = null, has = null], t) {
  if (campaignId !== null) return t.ofCampaign
  return needed === null || has === null ? t.noMinimum : t.of(has, needed)
}

/** @param {Of<'audience'>} values @param {Context} context */
function audienceText({ audience, campaignId, customerId, customerGroupId, dealer }, { t, holds, names }) {
  if (audience === null) return t.everyone
  const member = memberText(customerGroupId, t, names)
  const campaign = campaignId === null ? undefined : names.campaigns?.get(campaignId)
  const parts = [
    !holds && campaignId === null && t.notForOwner,
    customerId === null ? t.guest : member,
    dealer && t.dealer,
    !holds && isExcluded(audience.exclude, { customerId, customerGroupId, dealer }) && t.excluded,
    !holds && campaignId !== null && (campaign ? t.notForThem(isolate(campaign)) : t.forCampaign(String(campaignId))),
  ]
  return parts.filter(Boolean).join(' ')
}

/** @param {number | null} groupId @param {Texts['conditions']} t @param {Names} names */
function memberText(groupId, t, { groups }) {
  if (groupId === null) return t.member
  const name = groups?.get(groupId)
  return name === undefined ? t.groupMember(String(groupId)) : t.memberOfGroup(isolate(name))
}

/**
 * Whether an audience leaves the owner of a cart out by a kind; single customers are not told.
 * @param {Exclude<Of<'audience'>['audience'], null>['exclude']} exclude
 * @param {Pick<Of<'audience'>, 'customerId' | 'customerGroupId' | 'dealer'>} owner
 */
function isExcluded(exclude, { customerId, customerGroupId, dealer }) {
  if (!exclude) return false
  if (customerId === null) return exclude.visitors
  const isInGroup = customerGroupId !== null && exclude.customerGroupIds.includes(customerGroupId)
  return exclude.members || (dealer && exclude.dealers) || isInGroup
}

/** Says in the selected language what the API compares in a condition; the API's own words for what is new to it. */

import { amountText, numberText } from '../../../ui/format/money.js'
import { timeText } from '../../../ui/format/time.js'
import { isDecimal } from '../../format/decimal.js'
import { isolate } from '../../format/isolate.js'
import { zoneOf } from '../../format/shop-clock.js'
import { datesText, weekdaysText } from './date-conditions.js'

/** @typedef {import('../../texts/texts.js').Texts} Texts */
/** @typedef {import('./cart-types.js').Condition} Condition */
/** @typedef {{ currencyCode: string, decimalPlaces: number, timeZone: string }} Shop */
/** @typedef {{ t: Texts['conditions'], locale: string, shop: Shop, condition: Condition }} Context */
/** @typedef {[form: RegExp, say: (context: Context, ...groups: string[]) => string]} Form */

/** @type {Form[]} */
const common = [
  [/^switched on$/, ({ t }) => t.switchedOn],
  [/^switched off$/, ({ t }) => t.switchedOff],
  [/^no limit$/, ({ t }) => t.noLimit],
  [/^no minimum$/, ({ t }) => t.noMinimum],
  [/^those of the campaign$/, ({ t }) => t.ofCampaign],
]
/** @type {Form[]} */
const usage = [
  [
    /^(\d+) of (\d+) used$/,
    ({ t, locale }, used, limit) => t.used(numberText(used, locale), numberText(limit, locale)),
  ],
  [/^a guest; members only$/, ({ t }) => t.guestsHaveNone],
]

/** The forms of the details by the name of the condition. @type {Record<string, Form[]>} */
const forms = {
  dates: [
    [
      /^(\S+) in (\S+) – (\S+)$/,
      ({ t, locale, shop }, now, from, to) =>
        datesText({ now, from, to }, t, at => timeText(at, locale, zoneOf(shop).zone)),
    ],
  ],
  weekday: [[/^weekday (\d) in ([\d, ]+)$/, ({ t, locale }, today, days) => weekdaysText(today, days, t, locale)]],
  time: [
    [/^all day$/, ({ t }) => t.allDay],
    [/^(\S+) in (\S+) – (\S+)$/, ({ t }, now, from, to) => t.hours(now, from, to)],
  ],
  usage,
  customerUsage: usage,
  audience: [
    [/^(a guest|a member(?: of group (\d+))?)(, for everyone)?(, dealer)?(?:, for campaign (\d+))?$/, audienceText],
  ],
  products: [
    [/^0 lines of all products$/, ({ t }) => t.noLines],
    [/^0 lines of (\d+) products$/, ({ t }, products) => t.noLinesOf(products)],
    [/^(\d+) lines of all products$/, ({ t }, lines) => t.linesOfAll(lines)],
    [/^(\d+) lines of (\d+) products$/, ({ t }, lines, products) => t.linesOf(lines, products)],
  ],
  minimumQuantity: [
    [
      /^(\S+) of (\S+)$/,
      ({ t, locale }, value, minimum) => t.of(numberText(value, locale), numberText(minimum, locale)),
    ],
  ],
  minimumTotal: [
    [
      /^(\S+) of (\S+)$/,
      ({ t, locale, shop }, value, minimum) => t.of(amountText(value, shop, locale), amountText(minimum, shop, locale)),
    ],
  ],
  coupon: [
    [/^needs none$/, ({ t }) => t.needsNoCoupon],
    [/^needs a coupon that is bound to it$/, ({ t }) => t.needsCoupon],
    [/^(.+) is chosen, and does not apply$/s, ({ t }, code) => t.chosenInVain(isolate(code))],
    [/^(.+) is chosen$/s, ({ t }, code) => t.chosen(isolate(code))],
  ],
  campaign: [
    [/^bound to no campaign$/, ({ t }) => t.boundToNone],
    [/^there is no coupon-bound campaign (\d+)$/, ({ t }, id) => t.noCampaign(id)],
    [/^campaign (\d+) applies$/, ({ t }, id) => t.campaignApplies(id)],
    [/^campaign (\d+) does not apply/, ({ t }, id) => t.campaignFails(id)],
  ],
}

/**
 * The sentence for a condition.
 * @param {Condition} condition
 * @param {Texts} texts
 * @param {Shop} shop
 * @example conditionText({ name: 'minimumTotal', holds: false, detail: '120 of 500' }, tr, shop) // 'Gereken ₺500,00, sepette ₺120,00 var.'
 */
export function conditionText(condition, { conditions: t, locale }, shop) {
  for (const [form, say] of [...(forms[condition.name] ?? []), ...common]) {
    const [found, ...groups] = form.exec(condition.detail) ?? []
    if (found !== undefined && isReadable(condition, groups)) return say({ t, locale, shop, condition }, ...groups)
  }
  return condition.detail
}

/** The name of a condition in words. @param {Pick<Condition, 'name'>} condition @param {Texts} texts */
export function conditionName({ name }, { conditions: t }) {
  return t.names[name] ?? name
}

/** Whether the compared values of a minimum are numbers. @param {Condition} condition @param {string[]} groups */
function isReadable({ name }, groups) {
  return !name.startsWith('minimum') || groups.every(isDecimal)
}

/** @param {Context} context @param {string[]} groups */
function audienceText({ t, condition }, ...[who = '', group, everyone, dealer, campaign]) {
  if (everyone) return t.everyone
  const owner = who === 'a guest' ? t.guest : group ? t.groupMember(group) : t.member
  const parts = [
    !condition.holds && !campaign && t.notForOwner,
    owner,
    dealer && t.dealer,
    campaign && !condition.holds && t.forCampaign(campaign),
  ]
  return parts.filter(Boolean).join(' ')
}

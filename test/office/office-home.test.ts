/** The numbers and sentences of the office's first page, without a browser. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOfficeModule } from '../support/office/browser-modules.ts'

type Row = { hour: string; type: string; count: number }
type Counts = { rows: Row[]; days: string[]; zone: string; completeSince: number; isCut: boolean }
type Group = { carts: number; lines: number; pieces: number; isMore: boolean }
type Order = { reference: string; overLimit: boolean; overStock: boolean }
type Series = { look: 'back' | 'front' | 'below'; values: number[] }
type Bar = { look: string; x: number; y: number; width: number; height: number }
type Sentences = { none: string; most: (...values: string[]) => string }
type Texts = { locale: string; home: Record<'orders' | 'soldOut', Sentences> }
type Office = { routes: { pattern: string; scope: string | null }[]; can: (scope: string | null) => boolean }

/** The functions that are tested, by file. */
interface Modules {
  'format/shop-clock': {
    localOf: (at: number, zone: string) => { day: string; hour: number }
    lastDays: (now: number, zone: string, count: number) => string[]
    weekdayOf: (day: string) => number
    zoneOf: (shop: { timeZone?: string }) => { zone: string; isShops: boolean }
  }
  'pages/home/event-counts': {
    countsOf: (rows: Row[], completeSince: number, clock: { zone: string; now: number }) => Counts
    byDay: (counts: Counts, type: string) => number[]
  }
  'pages/home/sentences': {
    daysSentence: (numbers: { days: string[]; values: number[] }, sentences: Sentences, locale: string) => string
  }
  'pages/home/left-carts': {
    groupOf: (carts: { lines: number; pieces: number }[], isMore: boolean) => Group
    cartsSentence: (groups: Group[], texts: Texts) => string
  }
  'pages/home/attention': {
    beyondOf: (rows: Order[], isMore: boolean) => { orders: Order[]; lookedAt: number; isMore: boolean }
  }
  'pages/home/today': {
    periodsOf: (
      now: number,
      zone: string,
    ) => { today: Record<'from' | 'to', string>; before: Record<'from' | 'to', string>; day: string }
  }
  'pages/home/total-of': {
    totalOf: (
      amounts: { amount: string }[],
      shop: { currencyCode: string; decimalPlaces: number },
    ) => { amount: string }
  }
  'pages/products/lowest-item': {
    lowestOf: (product: object) => { variant: string | null; stock: number }
  }
  'pages/home/pages-of-office': { mayOpen: (office: Office, href: string) => boolean }
  'ui/bars': {
    topOf: (values: number[]) => number
    placeBars: (series: Series[]) => { bars: Bar[]; top: number; line: number }
  }
  'texts/texts': { textsIn: (language: 'tr' | 'en') => Texts }
}

const load = <Name extends keyof Modules>(name: Name) => loadOfficeModule<Modules[Name]>(name)

const { lastDays, localOf, weekdayOf, zoneOf } = await load('format/shop-clock')
const { byDay, countsOf } = await load('pages/home/event-counts')
const { daysSentence } = await load('pages/home/sentences')
const { cartsSentence, groupOf } = await load('pages/home/left-carts')
const { beyondOf } = await load('pages/home/attention')
const { periodsOf } = await load('pages/home/today')
const { totalOf } = await load('pages/home/total-of')
const { lowestOf } = await load('pages/products/lowest-item')
const { mayOpen } = await load('pages/home/pages-of-office')
const { placeBars, topOf } = await load('ui/bars')
const { textsIn } = await load('texts/texts')
const [tr, en] = [textsIn('tr'), textsIn('en')]

const HELD = 'checkout.held'
const row = (hour: string, count: number, type = HELD): Row => ({ hour: `${hour}:00:00.000Z`, type, count })
/** The numbers of the days that are not zero. */
const daysOf = (counts: Counts, type = HELD) =>
  Object.fromEntries(byDay(counts, type).flatMap((count, at) => (count > 0 ? [[counts.days[at], count]] : [])))
const at = (instant: string) => Date.parse(instant)

describe('the days of the first page', () => {
  it('are those of a time zone, and the last is today', () => {
    const now = at('2026-11-24T22:30:00Z')
    assert.deepEqual(lastDays(now, 'UTC', 3), ['2026-11-22', '2026-11-23', '2026-11-24'])
    assert.deepEqual(lastDays(now, 'Europe/Istanbul', 2), ['2026-11-24', '2026-11-25'])
    assert.deepEqual(lastDays(at('2028-03-01T12:00:00Z'), 'UTC', 3), ['2028-02-28', '2028-02-29', '2028-03-01'])
    assert.deepEqual(localOf(now, 'Asia/Kolkata'), { day: '2026-11-25', hour: 4 })
    assert.deepEqual(localOf(at('2026-11-24T21:00:00Z'), 'Europe/Istanbul'), { day: '2026-11-25', hour: 0 })
    assert.deepEqual(['2026-11-23', '2026-11-29'].map(weekdayOf), [0, 6])
  })

  it('come from the browser where the shop has no zone, or one that the browser does not know', () => {
    const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone
    assert.deepEqual(zoneOf({ timeZone: 'Asia/Tokyo' }), { zone: 'Asia/Tokyo', isShops: true })
    assert.deepEqual(zoneOf({}), { zone: browsers, isShops: false })
    assert.deepEqual(zoneOf({ timeZone: '<b>Moon/Base</b>' }), { zone: browsers, isShops: false })
  })

  it('have the hours of their date, also where the clock is changed', () => {
    // In Berlin 25 October has 25 hours, from 22:00 to 23:00 in UTC, and 29 March has 23.
    const autumn = [row('2026-10-24T21', 1), row('2026-10-24T22', 2), row('2026-10-25T22', 4), row('2026-10-25T23', 8)]
    const clock = { zone: 'Europe/Berlin', now: at('2026-10-26T12:00:00Z') }
    assert.deepEqual(daysOf(countsOf(autumn, 0, clock)), { '2026-10-24': 1, '2026-10-25': 6, '2026-10-26': 8 })
    const spring = [row('2026-03-28T22', 1), row('2026-03-28T23', 2), row('2026-03-29T21', 4), row('2026-03-29T22', 8)]
    const later = { zone: 'Europe/Berlin', now: at('2026-03-30T12:00:00Z') }
    assert.deepEqual(daysOf(countsOf(spring, 0, later)), { '2026-03-28': 1, '2026-03-29': 6, '2026-03-30': 8 })
  })

  it('count the events of one type, and none of other days', () => {
    const now = at('2026-11-24T12:00:00Z')
    const rows = [row('2026-11-24T09', 2), row('2026-11-24T10', 3), row('2026-11-24T10', 5, '__proto__')]
    const old = [row('2026-11-10T23', 7), row('2026-11-11T00', 11)]
    const counts = countsOf([...rows, ...old], 0, { zone: 'UTC', now })
    assert.equal(counts.days.length, 14)
    assert.deepEqual(daysOf(counts), { '2026-11-11': 11, '2026-11-24': 5 })
    assert.deepEqual(daysOf(counts, 'checkout.completed'), {})
    assert.deepEqual(daysOf(counts, '__proto__'), { '2026-11-24': 5 })
  })

  it('tell when events of the first day are missing', () => {
    const clock = { zone: 'Europe/Istanbul', now: at('2026-11-24T12:00:00Z') }
    assert.equal(countsOf([], at('2026-11-10T20:59:59Z'), clock).isCut, false)
    assert.equal(countsOf([], at('2026-11-10T21:00:01Z'), clock).isCut, true)
  })
})

describe('the scales of the pictures', () => {
  it('end at a round number that no value exceeds', () => {
    const tops = [[], [0], [1], [7], [9], [10], [11], [52], [99], [101]].map(topOf)
    assert.deepEqual(tops, [1, 1, 1, 8, 10, 10, 20, 60, 100, 200])
  })

  it('place bars on one line, those below it downwards, and none for zero', () => {
    const { bars, top, line } = placeBars([
      { look: 'back', values: [4, 0] },
      { look: 'front', values: [2, 1] },
      { look: 'below', values: [0, 1] },
    ])
    assert.equal(top, 4)
    assert.deepEqual(
      bars.map(({ look }) => look),
      ['back', 'front', 'front', 'below'],
    )
    const [held, completed, , cancelled] = bars as [Bar, Bar, Bar, Bar]
    assert.equal(held.height, 2 * completed.height)
    assert.deepEqual([held.y + held.height, completed.y + completed.height], [line, line])
    assert.deepEqual([cancelled.y, cancelled.y + cancelled.height <= 100], [line, true])
    assert.ok(held.x < completed.x && held.x + held.width > completed.x + completed.width)
    assert.ok(bars.every(({ x, width, y }) => x >= 0 && x + width <= 100 && y >= 0))
  })

  it('show a small number beside a large one', () => {
    const [small, large] = placeBars([{ look: 'front', values: [1, 1_000_000] }]).bars as [Bar, Bar]
    assert.ok(small.height >= 1 && small.height < large.height / 10)
  })
})

describe('the sentences of the pictures', () => {
  const days = ['2026-11-23', '2026-11-24']

  it('say how many orders there were, and on which day most', () => {
    const numbers = { days, values: [1, 1234] }
    assert.equal(
      daysSentence(numbers, tr.home.orders, tr.locale),
      'Son 14 günde 1.235 sipariş tamamlandı. En çok sipariş: 24 Kasım Salı, 1.234.',
    )
    assert.equal(
      daysSentence(numbers, en.home.orders, en.locale),
      '1,235 orders were completed in the last 14 days. Most were on Tuesday 24 November: 1,234.',
    )
    assert.equal(
      daysSentence({ days, values: [1, 0] }, en.home.orders, en.locale),
      '1 order was completed in the last 14 days: on Monday 23 November.',
    )
    assert.equal(
      daysSentence({ days, values: [0, 0] }, en.home.soldOut, en.locale),
      'No product has sold out in the last 14 days.',
    )
  })

  it('say how many carts rest, and that there are more than were read', () => {
    const none = groupOf([], false)
    const one = groupOf([{ lines: 2, pieces: 5 }], false)
    assert.deepEqual(one, { carts: 1, lines: 2, pieces: 5, isMore: false })
    assert.equal(cartsSentence([none, none, none, none, none], en), 'No cart of the last 30 days has anything in it.')
    assert.equal(
      cartsSentence([one, one, one, none, one], en),
      '4 carts have 20 pieces. 2 of them have not changed for a day or longer.',
    )
    assert.equal(
      cartsSentence([none, none, none, none, { ...one, isMore: true }], tr),
      '1+ sepette 5+ adet ürün var. 1+ sepet bir gündür ya da daha uzun süredir değişmedi. Daha fazlası var: her gruptan ilk 120 sepet sayıldı.',
    )
  })
})

describe('the numbers of today', () => {
  it('are those from midnight of the shop’s clock on, and of the same day a week ago up to the same time', () => {
    assert.deepEqual(periodsOf(at('2026-11-24T22:30:00Z'), 'Europe/Istanbul'), {
      today: { from: '2026-11-24T21:00:00.000Z', to: '2026-11-24T22:30:00.000Z' },
      before: { from: '2026-11-17T21:00:00.000Z', to: '2026-11-17T22:30:00.000Z' },
      day: '2026-11-18',
    })
    const { today } = periodsOf(at('2026-11-24T21:00:00Z'), 'Europe/Istanbul')
    assert.ok(Date.parse(today.to) > Date.parse(today.from))
  })
})

describe('the worth of abandoned carts', () => {
  it('is added up exactly', () => {
    const shop = { currencyCode: 'TRY', decimalPlaces: 2 }
    const amounts = ['0.10', '0.20', '99079191802150924.18'].map(amount => ({ amount }))
    assert.equal(totalOf(amounts, shop).amount, '99079191802150924.48')
    assert.equal(totalOf([], shop).amount, '0.00')
    assert.equal(totalOf([{ amount: '0.05' }], shop).amount, '0.05')
    assert.equal(totalOf([{ amount: '7' }], { currencyCode: 'JPY', decimalPlaces: 0 }).amount, '7')
  })
})

describe('the item with the lowest stock', () => {
  it('is the variant on sale that has the least and is not sold at any stock', () => {
    const variant = (name: string, stock: number, more: object = {}) => ({
      ...{ name, stock, onSale: true, backorder: null },
      ...more,
    })
    const product = (...variants: object[]) => ({ stock: 0, backorder: false, variants })
    const few = [
      variant('S', 3),
      variant('M', 1),
      variant('L', 0, { onSale: false }),
      variant('XL', 0, { backorder: true }),
    ]
    assert.deepEqual(lowestOf(product(...few)), { variant: 'M', stock: 1 })
    assert.deepEqual(lowestOf(product()), { variant: null, stock: 0 })
  })
})

describe('what needs attention', () => {
  it('are orders beyond a limit or the stock, out of those that were read', () => {
    const order = (reference: string, overLimit: boolean, overStock: boolean) => ({ reference, overLimit, overStock })
    const rows = [order('a', false, false), order('b', true, false), order('c', false, true)]
    assert.deepEqual(beyondOf(rows, true), { orders: rows.slice(1), lookedAt: 3, isMore: true })
  })

  it('is linked where the office has a page that the scopes allow', () => {
    const routes = [
      { pattern: '/office/carts', scope: 'carts:read' },
      { pattern: '/office/checkouts/{reference}', scope: 'checkouts:read' },
    ]
    const office = { routes, can: (scope: string | null) => scope === 'checkouts:read' }
    assert.equal(mayOpen(office, '/office/checkouts/2026-1'), true)
    assert.equal(mayOpen(office, '/office/carts?age=1d'), false)
    assert.equal(mayOpen(office, '/office/none'), false)
  })
})

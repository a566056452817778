/** How the office reads and describes events, without a browser. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldNames } from '../../src/model/customer-fields.ts'
import { ROLES, staffOfRole } from '../../src/office/sign-in/roles.ts'
import { type Event, loadStock, type Read } from '../support/browser/office-stock-modules.ts'

const { actorText } = await loadStock('format/actor-text')
const { shortText } = await loadStock('format/short-text')
const { groupByDay, hasOlder, readNewer, readNewest, readOlder } = await loadStock('pages/events/read-events')
const { factsOf, linksOf, sentenceOf } = await loadStock('pages/events/describe-event')
const { textsIn } = await loadStock('texts/texts')
const [tr, en] = [textsIn('tr'), textsIn('en')]

const event = (id: number, more: Partial<Event> = {}): Event => ({
  ...{
    id,
    type: 'customer.created',
    at: '2026-11-24T10:00:00.000Z',
    actor: 'admin:erp',
    subject: `member:${id}`,
    data: {},
  },
  ...more,
})

describe('the timeline', () => {
  /** A feed with the events from one id to another, which counts what is asked of it. */
  function feed(first: number, last: number) {
    const all = Array.from({ length: last - first + 1 }, (_, at) => event(first + at))
    let requests = 0
    const read: Read = async (after, limit) => {
      requests++
      return all.filter(({ id }) => id > after).slice(0, limit)
    }
    return { read, all, requests: () => requests }
  }

  for (const [first, last] of [
    [1, 1],
    [1, 200],
    [1, 201],
    [31, 9_999],
    [5_000, 105_000],
  ] as const) {
    it(`begins with the newest of the events ${first} to ${last}, and reaches the first without a gap`, async () => {
      const { read, requests } = feed(first, last)
      let timeline = await readNewest(read)
      assert.ok(requests() < 30, `${requests()} requests`)
      assert.equal(timeline.events[0]?.id, last)
      for (let page = 0; page < 4 && hasOlder(timeline); page++) timeline = await readOlder(read, timeline)
      const shown = timeline.events.map(({ id }) => id)
      assert.deepEqual(
        shown,
        Array.from(shown, (_, at) => last - at),
      )
      assert.equal(hasOlder(timeline), shown.at(-1) !== first)
    })
  }

  it('gets what has happened since, and is empty without events', async () => {
    const empty = await readNewest(feed(1, 0).read)
    assert.deepEqual([empty.events, hasOlder(empty)], [[], false])
    const timeline = await readNewest(feed(1, 5).read)
    assert.deepEqual(
      (await readNewer(feed(1, 7).read, timeline)).events.map(({ id }) => id),
      [7, 6, 5, 4, 3, 2, 1],
    )
    assert.equal((await readNewer(feed(1, 900).read, timeline)).events[0]?.id, 900)
    assert.equal((await readNewer(feed(1, 2).read, empty)).events.length, 2)
  })

  it('has the days of a time zone', () => {
    const events = [
      event(3),
      event(2, { at: '2026-11-23T22:30:00.000Z' }),
      event(1, { at: '2026-11-23T20:30:00.000Z' }),
    ]
    const days = (zone: string) => groupByDay(events, zone).map(each => [each.day, each.events.length])
    assert.deepEqual(days('Europe/Istanbul'), [
      ['2026-11-24', 2],
      ['2026-11-23', 1],
    ])
    assert.deepEqual(days('UTC'), [
      ['2026-11-24', 1],
      ['2026-11-23', 2],
    ])
  })
})

describe('events', () => {
  const all = () => true

  it('are said in plain language, and isolate what people have written', () => {
    const completed = event(1, { type: 'checkout.completed', data: { reference: 'A-1001', overStock: true } })
    assert.equal(sentenceOf(completed, en), 'Order A-1001 completed')
    assert.equal(sentenceOf(completed, tr), 'A-1001 siparişi tamamlandı')
    const hostile = event(1, { type: 'coupon.changed', subject: 'coupon:\u202EA' })
    assert.equal(sentenceOf(hostile, en), 'Coupon \u2068\u202EA\u2069 was changed')
    assert.deepEqual(factsOf(completed, en), ['More was ordered than was left in stock.'])
    const made = event(1, {
      type: 'campaign.codes_created',
      subject: 'campaign:6',
      data: { batch: 'bülten', count: 3 },
    })
    assert.equal(sentenceOf(made, tr), '6 numaralı kampanyanın kodları oluşturuldu')
    assert.deepEqual([factsOf(made, tr), factsOf(made, en)], [['bülten paketi: 3 kod'], ['Batch bülten: 3 codes']])
    const soldOut = (variantId: number | null) =>
      event(1, { type: 'product.sold_out', subject: 'product:101', data: { productId: 101, variantId } })
    assert.equal(sentenceOf(soldOut(10104), tr), '101 numaralı ürünün 10104 numaralı varyantı tükendi')
    assert.equal(sentenceOf(soldOut(10104), en), 'Variant 10104 of product 101 sold out')
    assert.equal(sentenceOf(soldOut(null), en), 'Product 101 sold out')
    assert.equal(sentenceOf(event(1, { type: 'moon.rose' }), en), 'moon.rose')
    assert.equal(shortText('x'.repeat(61), 60), `${'x'.repeat(60)}…`)
  })

  it('name campaigns where their names are known', () => {
    const changed = event(1, { type: 'campaign.changed', subject: 'campaign:6' })
    assert.equal(sentenceOf(changed, tr), '6 numaralı kampanya değişti')
    assert.equal(
      sentenceOf(changed, tr, id => `Yaz ${id}`),
      '“Yaz 6” kampanyası değişti',
    )
    assert.equal(
      sentenceOf(changed, en, id => `Yaz ${id}`),
      'Campaign “Yaz 6” was changed',
    )
    assert.equal(
      sentenceOf(changed, en, () => null),
      'Campaign 6 was changed',
    )
    const codes = { type: 'campaign.codes_created', subject: 'campaign:6', data: { batch: 'x', count: 2 } }
    assert.equal(
      sentenceOf(event(1, codes), tr, () => 'Yaz'),
      '“Yaz” kampanyasının kodları oluşturuldu',
    )
  })

  it('name every field of a customer that has changed in the language of the page', () => {
    const fields = ['email', ...fieldNames]
    const names = (texts: typeof tr) => factsOf(event(1, { type: 'customer.updated', data: { fields } }), texts)
    for (const texts of [tr, en]) {
      const [said = ''] = names(texts)
      const listed = said.slice(said.indexOf(': ') + 2).split(', ')
      assert.equal(new Set(listed).size, fields.length)
      assert.deepEqual(
        listed.filter(name => fields.includes(name)),
        [],
      )
    }
    const phone = event(1, { type: 'customer.updated', data: { fields: ['mobilePhone', 'customerGroupId'] } })
    assert.deepEqual(factsOf(phone, tr), ['Değişen alanlar: Cep telefonu, Müşteri grubu'])
  })

  it('lead to the pages that the scopes allow', () => {
    const completed = event(1, { type: 'checkout.completed', subject: 'member:4', data: { reference: 'A/1' } })
    const hrefs = (each: Event, can: (scope: string) => boolean = all) => linksOf(each, en, can).map(({ href }) => href)
    assert.deepEqual(hrefs(completed), ['/office/checkouts/A%2F1', '/office/customers/4', '/office/carts/member:4'])
    assert.deepEqual(
      hrefs(completed, scope => scope === 'carts:read'),
      ['/office/carts/member:4'],
    )
    assert.deepEqual(hrefs(event(1, { subject: 'coupon:<b>/%' })), ['/office/coupons/%3Cb%3E%2F%25'])
    assert.deepEqual(hrefs(event(1, { subject: 'coupon:..' })), [])
    assert.deepEqual(hrefs(event(1, { subject: 'product:7' })), ['/office/products/7'])
    assert.deepEqual(hrefs(event(1, { subject: null })), [])
  })
})

describe('who caused an event or a change', () => {
  const self = { actor: 'admin:8f3c', name: 'Ayşe Kaya' }
  const said = (actor: string | null, texts = en) => actorText({ actor }, texts, self)

  it('is a member of the staff by name, where it is known', () => {
    assert.equal(actorText({ actor: 'admin:77', actorName: 'Can Öz' }, tr, self), 'Yapan: Can Öz')
    assert.equal(said('admin:8f3c', tr), 'Yapan: Ayşe Kaya')
    for (const role of ROLES) {
      const { subject, name } = staffOfRole(role)
      const actor = `admin:${subject}`
      assert.equal(said(actor), actorText({ actor, actorName: name }, en, self))
    }
    assert.equal(said('admin:office-owner', tr), 'Yapan: Nazan (Mağaza sahibi)')
  })

  it('is a program by its name, the command line, or a customer', () => {
    assert.equal(said('admin:a:b'), 'By a:b')
    assert.equal(said('command-line', tr), 'Yapan: sunucudaki komut satırı')
    assert.equal(said('admin:cli', tr), said('command-line', tr))
    assert.equal(said('member:4'), 'By customer 4')
    assert.equal(said(null, tr), 'Silinmiş bir müşteri')
    assert.equal(said('robot'), 'robot')
    assert.equal(said('admin:\u202EA'), 'By \u2068\u202EA\u2069')
  })
})

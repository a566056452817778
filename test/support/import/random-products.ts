/** Random products, with what real shops have: sales of every kind, stocks below zero, SKUs of digits, names with signs. */

import type { Offer, Sold, Variant } from './shop-writers.ts'

const NAMES = [
  ...['Keten gömlek', 'Salt & Pepper – Set', '=1+1', '-5 °C ceket', "'tırnak", 'say "hi"', 'two\nlines'],
  ...['İğne, iplik', '@home', 'A&amp;B'],
]
const OPTIONS = ['S', '1,5 m', 'Kırmızı', 'a / b', 'L & XL', '42']

const BRANDS = [null, 'Kuzey', '=Marka', "O'Neill & Co", 'Ev, Yaşam']
/** Two of them are one, as terms are compared. */
const CATEGORIES = ['Giyim > Gömlek', 'giyim  >  GÖMLEK', 'Giyim', 'Ev, Yaşam > Çeyiz & Nevresim', '-50 > Yaz']
const TAGS = ['İndirim', 'INDIRIM', 'yaz', '@home', 'a & b']

/** Time zone of the shop, which has one offset all year. */
export const TIME_ZONE = 'Europe/Istanbul'
const OFFSET = '+03:00'

/** Sales by their dates: without any, running, over, to come, and with one date only; hours have one or two digits. */
const SALES: readonly (readonly [starts: string, ends: string])[] = [
  ['', ''],
  ['2025-11-20 0:00:00', '2026-12-24 23:59:59'],
  ['2025-03-01', '2025-03-07'],
  ['2027-01-01 9:05:00', '2027-01-31 0:00:00'],
  ['2026-01-02 10:00', ''],
  ['', '2026-06-30'],
]

/** The instant of a date of `SALES`, in milliseconds since the epoch; an end is the first instant after its second or its day. */
export function instantOf(text: string, part: 'start' | 'end'): number | null {
  if (text === '') return null
  const [date = '', time] = text.split(' ')
  const [hour = '0', minute = '0', second = '0'] = (time ?? '').split(':').filter(Boolean)
  const clock = [hour, minute, second].map(each => each.padStart(2, '0')).join(':')
  const instant = Date.parse(`${date}T${clock}${OFFSET}`)
  if (part === 'start') return instant
  return instant + (time === undefined ? 24 * 60 * 60 * 1000 : 1000)
}

/** Makes random choices. */
export interface Chance {
  /** A number from 0 up to 1. */
  next: () => number
  pick: <T>(items: readonly T[]) => T
}

/** Random choices of a function that returns numbers from 0 up to 1. */
export function chanceOf(next: () => number): Chance {
  return { next, pick: items => items[Math.floor(next() * items.length)] as (typeof items)[number] }
}

function randomOffer({ next, pick }: Chance): Offer {
  const cents = 1_000 + Math.floor(next() * 90_000)
  const isOnSale = next() < 0.4
  const [saleStarts, saleEnds] = isOnSale ? pick(SALES) : ['', '']
  return {
    price: (cents / 100).toFixed(2),
    salePrice: isOnSale ? (Math.floor(cents / 2) / 100).toFixed(2) : null,
    ...{ saleStarts, saleEnds },
    stock: next() < 0.3 ? null : Math.floor(next() * 20) - 3,
    sellsWithoutStock: next() < 0.4,
  }
}

function randomValues(number: number, chance: Chance): Omit<Sold, 'number' | 'variants'> {
  const { next, pick } = chance
  return {
    name: pick(NAMES),
    sku: pick(['', `P-${number}`, `${1_000 + number}`]),
    image: pick([null, `https://x.example/${number}.jpg`, 'https://x.example/a,b.jpg']),
    isPublished: next() < 0.8,
    isTaxable: next() < 0.8,
    brand: pick(BRANDS),
    categories: CATEGORIES.filter(() => next() < 0.3),
    tags: TAGS.filter(() => next() < 0.4),
    offer: randomOffer(chance),
  }
}

function randomVariant(number: number, option: string, chance: Chance): Variant {
  const sku = chance.pick(['', `V-${number}`, `00${number}`])
  return { number, option, sku, offer: randomOffer(chance) }
}

/** Random products, numbered from 1 with their variants. */
export function randomProducts(count: number, chance: Chance): Sold[] {
  let number = 0
  return Array.from({ length: count }, () => {
    const id = ++number
    const options = chance.next() < 0.4 ? OPTIONS.slice(0, 1 + Math.floor(chance.next() * OPTIONS.length)) : []
    const variants = options.map(option => randomVariant(++number, option, chance))
    return { number: id, ...randomValues(id, chance), variants }
  })
}

/** The same products and variants with other random values. */
export function withOtherValues(products: Sold[], chance: Chance): Sold[] {
  return products.map(({ number, variants }) => ({
    number,
    ...randomValues(number, chance),
    variants: variants.map(variant => randomVariant(variant.number, variant.option, chance)),
  }))
}

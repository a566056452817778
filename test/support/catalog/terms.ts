/** The index of products by their terms, and what it has to be by the columns of products. */

import { sql } from 'kysely'
import type { Database } from '../../../src/db/database.ts'
import { foldCouponCode } from '../../../src/model/coupon-code.ts'

/** The rows of the index, as texts in their order. */
export async function indexOfTerms({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ product_id: number; kind: string; folded: string; term: string }>`
    select product_id, kind, folded, term from product_terms`.execute(kysely)
  return rows.map(({ product_id, kind, folded, term }) => JSON.stringify([product_id, kind, folded, term])).sort()
}

/** The terms of a stored product. */
export function termsOfRow({ brand, categories, tags }: Record<string, unknown>) {
  const list = (stored: unknown): string[] => JSON.parse(String(stored ?? '[]'))
  return { brand: brand === null ? null : String(brand), categories: list(categories), tags: list(tags) }
}

interface TermColumns {
  id: number
  brand: string | null
  categories: string | null
  tags: string | null
}

/** The rows that the columns of products require: terms of up to 200 characters are compared as coupon codes are. */
export async function termsOfColumns({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<TermColumns>`select id, brand, categories, tags from products`.execute(kysely)
  const required = new Map<string, string>()
  for (const { id, brand, categories, tags } of rows) {
    const add = (kind: string, folded: string, term: string) => {
      const key = JSON.stringify([id, kind, folded])
      if (!required.has(key)) required.set(key, JSON.stringify([id, kind, folded, term]))
    }
    if (brand !== null) add('brand', fold(brand), brand)
    for (const tag of JSON.parse(tags ?? '[]')) add('tag', fold(tag), tag)
    for (const path of JSON.parse(categories ?? '[]') as string[]) {
      const parts = path.split(/\s+>\s+/)
      parts.forEach((_, index) => {
        const above = parts.slice(0, index + 1).join(' > ')
        add('category', fold(above), above)
      })
    }
  }
  return [...required.values()].sort()
}

/** A longer text is folded in parts. */
function fold(term: string): string {
  return term.length <= 200 ? foldCouponCode(term) : (term.match(/.{1,100}/gsu) ?? []).map(foldCouponCode).join('')
}

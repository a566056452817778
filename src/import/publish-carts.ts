/** The carts of an import: checked against the shop as the import leaves it, and replaced. */

import { explainLines, explainUnsold } from '../cart/content/cart-content.ts'
import type { Queries } from '../db/database.ts'
import type { Violation } from '../errors.ts'
import { foldCouponCode } from '../model/coupon-code.ts'
import type { ShopSettings } from '../shop/shop.ts'
import { fieldAt } from '../shop-file/findings.ts'
import { loadShop } from './check-staged.ts'
import type { ImportChecks } from './import-checks.ts'
import {
  type FoundOwner,
  findCodes,
  findOwners,
  findStagedCarts,
  hasCarts,
  loadFactsOf,
  replaceCart,
  type StagedCart,
} from './staging/carts.store.ts'
import type { StagedFile } from './staging/stage-files.ts'

/** Numbers of the carts of one file. */
interface CartReport {
  section: 'carts'
  created: number
  updated: number
  unchanged: number
}

/** How carts are imported. */
export interface CartRules {
  checks: ImportChecks
  /** Maximum number of lines of a cart. */
  maxCartLines: number
  /** Returns a unique text. */
  randomId: () => string
  /** Milliseconds since the epoch. */
  now: number
}

const INACTIVE = 'is no active customer, and no guest who has not logged in'

/** What a rule of carts says of a field. */
const sentences: Partial<Record<Violation['code'], string>> = {
  cart_full: 'has more lines than a cart may hold',
  product_not_on_sale: 'is no product on sale',
  variant_required: 'is missing: the product has variants',
  variant_invalid: 'is no variant on sale of the product',
  note_too_long: 'is longer than notes may be',
  field_invalid: 'is the item of another line of the cart, too',
}

/**
 * Replaces the carts of the import, after everything else of it is saved.
 * @returns the numbers of carts of each file that has some
 * @throws ImportProblems with the problems of all carts
 */
export async function publishCarts(queries: Queries, files: readonly StagedFile[], rules: CartRules) {
  const counts = files.map((): CartReport => ({ section: 'carts', created: 0, updated: 0, unchanged: 0 }))
  if (!(await hasCarts(queries))) return counts
  const { checks } = rules
  const { settings } = await loadShop(queries)
  const report = createReporter(files, rules)
  for (let carts = await findStagedCarts(queries, 0); carts.length > 0; ) {
    const owners = await findOwners(queries, carts)
    await reportPage(queries, { carts, owners, settings }, { report, maxLines: rules.maxCartLines })
    for (const [index, cart] of carts.entries()) {
      const { owner } = owners[index] as FoundOwner
      // Where there is a problem, nothing is kept: further carts are only checked.
      if (!owner || checks.findings.total > 0) continue
      const replaced = await replaceCart(queries, owner, cart, { newId: rules.randomId, now: rules.now })
      if (replaced === 'merged') report.problem(cart, ownerField(cart), INACTIVE)
      else (counts[cart.file] as CartReport)[replaced]++
    }
    carts = await findStagedCarts(queries, carts.at(-1)?.position ?? Number.POSITIVE_INFINITY)
  }
  checks.findings.throwIfAny()
  return counts
}

interface Page {
  carts: StagedCart[]
  owners: FoundOwner[]
  settings: ShopSettings
}

async function reportPage(
  queries: Queries,
  { carts, owners, settings }: Page,
  { report, maxLines }: { report: Reporter; maxLines: number },
): Promise<void> {
  for (const [index, cart] of carts.entries()) report.owner(cart, owners[index] as FoundOwner)
  const codes = carts.flatMap(({ content: { couponCode } }) => (couponCode ? [foldCouponCode(couponCode)] : []))
  const known = await findCodes(queries, codes)
  const facts = await loadFactsOf(queries, carts)
  for (const [index, cart] of carts.entries()) {
    const { lines, couponCode } = cart.content
    const refused = [...explainLines(lines, maxLines, settings), ...explainUnsold(lines, facts[index] ?? [])]
    for (const { code, pointer = '' } of refused) report.problem(cart, pointer, sentences[code] ?? 'cannot be taken')
    if (couponCode && !known.has(foldCouponCode(couponCode)))
      report.problem(cart, '/couponCode', 'is no coupon of the shop')
  }
}

type Reporter = ReturnType<typeof createReporter>

/** Creates what reports problems of carts. Each attempt of an import has its own list of owners. */
function createReporter(files: readonly StagedFile[], { checks, randomId }: CartRules) {
  const ofFiles = files.map(({ file }) => checks.forFile(file))
  const list = randomId()
  const problem = (cart: StagedCart, pointer: string, message: string) =>
    ofFiles[cart.file]?.problem(fieldAt(cart.place, pointer), message)
  return {
    problem,
    owner(cart: StagedCart, { owner, isActive }: FoundOwner) {
      const field = ownerField(cart)
      if (!owner) return problem(cart, field, 'is no customer of the shop')
      if (!isActive) problem(cart, field, INACTIVE)
      const key = owner.kind === 'member' ? `member:${owner.customerId}` : owner.guestId
      ofFiles[cart.file]?.unique(list, key, fieldAt(cart.place, field))
    },
  }
}

function ownerField({ cart_id }: StagedCart): string {
  return cart_id === null ? '/externalId' : '/subject'
}

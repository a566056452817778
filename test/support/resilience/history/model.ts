/** What a cart does, said again in miniature after the specification and nothing else: the service's own code is not used. */

export type Owner = 'member' | 'other' | 'guest'

/** An item is written as `product` or `product-variant`. */
export interface Line {
  id: string
  item: string
  quantity: number
  orderNote: string | null
  giftNote: string | null
  giftPackage: boolean
}

export type Notes = Partial<Pick<Line, 'orderNote' | 'giftNote' | 'giftPackage'>>

export interface Cart {
  lines: Line[]
  /** What was chosen, whether or not it shows. */
  coupon: string | null
  campaign: number | null
}

/** Two members and a guest who may log in as either. */
export interface World extends Record<Owner, Cart> {
  mergedInto: Owner | null
}

/** What somebody asks for; `id` names a line. */
export type Deed =
  | { kind: 'read' | 'empty' | 'merge' }
  | { kind: 'add'; item: string; quantity: number }
  | { kind: 'set'; id: string; quantity: number }
  | { kind: 'note'; id: string; notes: Notes }
  | { kind: 'drop'; id: string }
  | { kind: 'coupon'; code: string | null }
  | { kind: 'campaign'; id: number | null }

export const MAX_QUANTITY = 100_000
/** The coupons that the shop of the histories has; any other code means none. */
const COUPONS = ['YAZ10', 'SABIT5']
/** How many units a cart must hold for each of its campaigns. */
export const CAMPAIGNS: Record<number, number> = { 7: 3, 8: 1 }

const emptyCart: Cart = { lines: [], coupon: null, campaign: null }

/** Nobody has anything yet. */
export const beginning: World = { member: emptyCart, other: emptyCart, guest: emptyCart, mergedInto: null }

/** Whether the owner's token has stopped working (specification 5). */
export function isCancelled(world: World, owner: Owner): boolean {
  return owner === 'guest' && world.mergedInto !== null
}

/** Whether a campaign is on the cart's list. */
export function isListed({ lines }: Cart, campaign: number): boolean {
  const units = lines.reduce((total, { quantity }) => total + quantity, 0)
  return units >= (CAMPAIGNS[campaign] ?? Number.POSITIVE_INFINITY)
}

/** What an answer shows of a cart, as text that can be compared. Lines are in the order in which they were first added. */
export function showCart({ lines, coupon, campaign }: Cart): string {
  const marks = ({ orderNote, giftNote, giftPackage }: Line) =>
    [orderNote && `order:${orderNote}`, giftNote && `gift:${giftNote}`, giftPackage && 'package'].filter(Boolean)
  const shown = lines.map(line => [`${line.item}×${line.quantity}`, line.id.slice(0, 8), ...marks(line)].join(' '))
  return [...shown, lines.length > 0 && coupon, campaign !== null && `campaign ${campaign}`].filter(Boolean).join(', ')
}

/** The cart as its owner sees it: a campaign that is not listed stays chosen and does not show. */
export function seen(cart: Cart): string {
  return showCart(cart.campaign !== null && !isListed(cart, cart.campaign) ? { ...cart, campaign: null } : cart)
}

/** The cart after more of an item; undefined when that would be too many. A new line gets `id`. */
export function added(cart: Cart, item: string, quantity: number, id: string): Cart | undefined {
  const known = cart.lines.find(line => line.item === item)
  if (known && known.quantity + quantity > MAX_QUANTITY) return undefined
  const line = { id, item, quantity, orderNote: null, giftNote: null, giftPackage: false }
  if (!known) return { ...cart, lines: [...cart.lines, line] }
  return withLine(cart, known.id, { quantity: known.quantity + quantity })
}

/** The cart with one line changed. */
function withLine(cart: Cart, id: string, changes: Partial<Line>): Cart {
  return { ...cart, lines: cart.lines.map(line => (line.id === id ? { ...line, ...changes } : line)) }
}

/** What every write but an add makes of the owner's cart. */
export function written(cart: Cart, deed: Deed): Cart {
  switch (deed.kind) {
    case 'set':
      return withLine(cart, deed.id, { quantity: deed.quantity })
    case 'note':
      return withLine(cart, deed.id, deed.notes)
    case 'drop':
      return { ...cart, lines: cart.lines.filter(({ id }) => id !== deed.id) }
    case 'empty':
      return emptyCart
    case 'coupon':
      return { ...cart, coupon: COUPONS.find(code => code === deed.code) ?? null }
    case 'campaign':
      return { ...cart, campaign: deed.id }
    default:
      return cart
  }
}

/** The world after a login: equal lines add up, the others follow behind, the member's notes and choices win. */
export function merged(world: World, into: Owner): World {
  if (world.mergedInto !== null) return world
  const { [into]: own, guest } = world
  const both = own.lines.map(line =>
    united(
      line,
      guest.lines.find(({ item }) => item === line.item),
    ),
  )
  const others = guest.lines.filter(({ item }) => !own.lines.some(line => line.item === item))
  const cart = {
    lines: [...both, ...others],
    coupon: own.coupon ?? guest.coupon,
    campaign: own.campaign ?? guest.campaign,
  }
  return { ...world, [into]: cart, guest: emptyCart, mergedInto: into }
}

function united(own: Line, guests: Line | undefined): Line {
  if (!guests) return own
  return {
    ...own,
    quantity: Math.min(own.quantity + guests.quantity, MAX_QUANTITY),
    orderNote: own.orderNote ?? guests.orderNote,
    giftNote: own.giftNote ?? guests.giftNote,
    giftPackage: own.giftPackage || guests.giftPackage,
  }
}

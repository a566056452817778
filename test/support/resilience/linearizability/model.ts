/** A model of carts, written from the specification only: it uses no code of the service. */

/** The owners of carts in a history. */
export type Owner = 'member' | 'other' | 'guest'

/** A cart line; its item is `product` or `product-variant`. */
export interface Line {
  id: string
  item: string
  quantity: number
  orderNote: string | null
  giftNote: string | null
  giftPackage: boolean
}

/** The notes that a request may change. */
export type Notes = Partial<Pick<Line, 'orderNote' | 'giftNote' | 'giftPackage'>>

/** A cart of the model. */
export interface Cart {
  lines: Line[]
  /** The choices, including those that responses do not show. */
  coupon: string | null
  campaign: number | null
  /** Whether the owner has removed the campaign, and has not chosen or begun anew since: a merge then brings none. */
  isCampaignOff: boolean
}

/** A checkout of the model. */
export interface Checkout {
  /** The owner of the cart that completing it subtracts from. */
  owner: Owner
  state: 'held' | 'completed' | 'released' | 'cancelled'
  /** The grand total, and the cart as held. */
  total: string
  shown: string
  /** Held quantities by item. */
  items: Record<string, number>
  /** The choices that applied. */
  coupon: string | null
  campaign: number | null
  isSubtracted: boolean
  isOverStock: boolean
  /** The items by the ids of the held lines. */
  ids: Record<string, string>
  /** Returned quantities by item. */
  returned: Record<string, number>
  /** What was returned with each idempotency key, as text. */
  returnKeys: Record<string, string>
}

/** The add that an idempotency key stands for. */
export interface KeyedAdd {
  item: string
  quantity: number
  /** The line that it wrote. */
  id: string
}

/** The carts of two members and of a guest who may be merged into either, and the checkouts by reference. */
export interface State extends Record<Owner, Cart> {
  mergedInto: Owner | null
  /** The adds of each owner by idempotency key. */
  keys: Record<Owner, Record<string, KeyedAdd>>
  checkouts: Record<string, Checkout>
  /** The stored stock of each item; null while the stock guard does not count. */
  stock: Record<string, number> | null
}

/** The content of a request; `id` is the id of a line. */
export type Action =
  | { kind: 'read' | 'empty' | 'merge' }
  | { kind: 'stocks' }
  | { kind: 'add'; item: string; quantity: number; key?: string }
  | { kind: 'set'; id: string; quantity: number }
  | { kind: 'note'; id: string; notes: Notes }
  | { kind: 'drop'; id: string }
  | { kind: 'coupon'; code: string | null }
  | { kind: 'campaign'; id: number | null }
  | { kind: 'hold'; reference: string; expected: string }
  | { kind: 'complete' | 'release' | 'look'; reference: string }
  | { kind: 'return'; reference: string; id: string; quantity: number; restock: boolean; key?: string }

/** The largest quantity of a line. */
export const MAX_QUANTITY = 100_000
/** The coupons of the shop; any other code removes the coupon. */
const COUPONS = ['YAZ10', 'SABIT5']
/** The quantity that a cart needs for each campaign. */
export const CAMPAIGNS: Record<number, number> = { 7: 3, 8: 1 }

const emptyCart: Cart = { lines: [], coupon: null, campaign: null, isCampaignOff: false }

/** The initial state without a stock guard: all carts are empty. */
export const beginning: State = {
  member: emptyCart,
  other: emptyCart,
  guest: emptyCart,
  mergedInto: null,
  keys: { member: {}, other: {}, guest: {} },
  checkouts: {},
  stock: null,
}

/** Whether the owner's token is no longer valid (specification 5). */
export function isCancelled(state: State, owner: Owner): boolean {
  return owner === 'guest' && state.mergedInto !== null
}

/** Whether a campaign is listed in the cart. */
export function isListed({ lines }: Cart, campaign: number): boolean {
  const units = lines.reduce((total, { quantity }) => total + quantity, 0)
  return units >= (CAMPAIGNS[campaign] ?? Number.POSITIVE_INFINITY)
}

/** @returns the cart of a response as comparable text; lines are in the order of their first add */
export function showCart({ lines, coupon, campaign }: Omit<Cart, 'isCampaignOff'>): string {
  const marks = ({ orderNote, giftNote, giftPackage }: Line) =>
    [orderNote && `order:${orderNote}`, giftNote && `gift:${giftNote}`, giftPackage && 'package'].filter(Boolean)
  const shown = lines.map(line => [`${line.item}×${line.quantity}`, line.id.slice(0, 8), ...marks(line)].join(' '))
  return [...shown, coupon, campaign !== null && `campaign ${campaign}`].filter(Boolean).join(', ')
}

/** @returns the visible cart: a campaign that is not listed stays chosen, but is not shown. The coupon of an empty cart is in `meta` */
export function seen(cart: Cart): string {
  return showCart(cart.campaign !== null && !isListed(cart, cart.campaign) ? { ...cart, campaign: null } : cart)
}

/** @returns the cart after an add; undefined when the quantity would be too large. A new line gets `id` */
export function added(cart: Cart, item: string, quantity: number, id: string): Cart | undefined {
  const known = cart.lines.find(line => line.item === item)
  if (known && known.quantity + quantity > MAX_QUANTITY) return undefined
  const line = { id, item, quantity, orderNote: null, giftNote: null, giftPackage: false }
  if (!known) return { ...cart, lines: [...cart.lines, line] }
  return withLine(cart, known.id, { quantity: known.quantity + quantity })
}

/** @returns the cart with one line changed */
function withLine(cart: Cart, id: string, changes: Partial<Line>): Cart {
  return { ...cart, lines: cart.lines.map(line => (line.id === id ? { ...line, ...changes } : line)) }
}

/** @returns the owner's cart after any write but an add */
export function written(cart: Cart, action: Action): Cart {
  switch (action.kind) {
    case 'set':
      return withLine(cart, action.id, { quantity: action.quantity })
    case 'note':
      return withLine(cart, action.id, action.notes)
    case 'drop':
      return { ...cart, lines: cart.lines.filter(({ id }) => id !== action.id) }
    case 'empty':
      return emptyCart
    case 'coupon':
      return { ...cart, coupon: COUPONS.find(code => code === action.code) ?? null }
    case 'campaign':
      return { ...cart, campaign: action.id, isCampaignOff: action.id === null }
    default:
      return cart
  }
}

/**
 * @returns the state after a merge: equal lines are summed, other lines follow, and the member's notes and choices win, also
 * the choice of no campaign
 */
export function merged(state: State, into: Owner): State {
  if (state.mergedInto !== null) return state
  const { [into]: own, guest } = state
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
    campaign: own.isCampaignOff ? null : (own.campaign ?? guest.campaign),
    isCampaignOff: own.isCampaignOff,
  }
  const checkouts = movedHold(state.checkouts, into)
  const keys = { ...state.keys, [into]: { ...state.keys.guest, ...state.keys[into] } }
  return { ...state, [into]: cart, guest: emptyCart, mergedInto: into, keys, checkouts }
}

/** @returns the checkouts after a merge: the guest's open ones become the member's, and are released beside a hold of the member */
function movedHold(checkouts: State['checkouts'], into: Owner): State['checkouts'] {
  const isHolding = Object.values(checkouts).some(({ owner, state }) => owner === into && state === 'held')
  const moved = Object.entries(checkouts).map(([reference, each]): [string, Checkout] => {
    const isOpen = each.state === 'held' || each.state === 'released'
    if (each.owner !== 'guest' || !isOpen) return [reference, each]
    return [reference, { ...each, owner: into, state: isHolding ? 'released' : each.state }]
  })
  return Object.fromEntries(moved)
}

/** @returns the line of both carts: quantities are summed, and the member's notes win */
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

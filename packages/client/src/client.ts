/** `sepet-client`: the typed client of a storefront, for browsers, React Native and Node.js. `sepet-client/admin` is for administrators. */

import type { SepetClient } from './calls.ts'
import type { CartClient } from './cart.ts'
import { promotionsOf } from './cart-document.ts'
import { changedCartOf } from './changed-cart.ts'
import type { CheckoutClient } from './checkout.ts'
import { type ErrorCode, type ErrorObject, SepetError } from './errors.ts'
import type { GuestStorage } from './guest-storage.ts'
import { isNetworkError, type Send } from './network.ts'
import type { Api } from './responses.ts'
import type { RetryOptions } from './retrying-fetch.ts'
import { createShopperClient, type ShopperClient, type ShopperOptions } from './shopper.ts'
import { createClient } from './token-client.ts'
import type { ClientOptions } from './transport.ts'

export type { AppliedPromotion, CampaignOffer, Cart, CartItem, ItemNotes, UnappliedCoupon } from './cart-document.ts'
export type { AddOptions, CartAfterAdding, NewItem } from './cart-lines.ts'
export type { LatestCart, ReadLatestOptions } from './cart-reads.ts'
export type { CartWriteOptions } from './cart-writes.ts'
export type { CheckoutLink, LinkOptions } from './checkout.ts'
export type { OwnCoupon } from './own-coupons.ts'
export type { TaggedCart } from './entity-tag.ts'
export type { CallOptions, Schemas } from './responses.ts'
export type { CartField, FieldSelection, ItemField, SelectedCart } from './selected-cart.ts'
export type {
  Api,
  CartClient,
  CheckoutClient,
  ClientOptions,
  GuestStorage,
  RetryOptions,
  Send,
  SepetClient,
  ShopperClient,
  ShopperOptions,
}
export {
  changedCartOf,
  createClient,
  createShopperClient,
  type ErrorCode,
  type ErrorObject,
  isNetworkError,
  promotionsOf,
  SepetError,
}

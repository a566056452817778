/** The functions that this version calls on PostgreSQL, and those that it drops. Each is stated in a file of its own. */

import { addItem } from '../cart/storage/functions/add-item.sql.ts'
import { choose } from '../cart/storage/functions/choose.sql.ts'
import { cartUses } from '../cart/storage/functions/count-uses.sql.ts'
import { deleteCartRow } from '../cart/storage/functions/delete-cart.sql.ts'
import { deleteCartLine } from '../cart/storage/functions/delete-line.sql.ts'
import { isActiveCustomer } from '../cart/storage/functions/is-active-customer.sql.ts'
import { loadCart } from '../cart/storage/functions/load-cart.sql.ts'
import { lockCartRow } from '../cart/storage/functions/lock-cart.sql.ts'
import { recordWrite } from '../cart/storage/functions/record-write.sql.ts'
import { setNotes } from '../cart/storage/functions/set-notes.sql.ts'
import { setQuantity } from '../cart/storage/functions/set-quantity.sql.ts'
import { loadUcpCartWhole } from '../ucp/carts/load-ucp-cart.sql.ts'
import type { DatabaseFunction } from './postgres/database-function.ts'

/** The functions of this version. */
export const functions: readonly DatabaseFunction[] = [
  isActiveCustomer,
  lockCartRow,
  recordWrite,
  cartUses,
  loadCart,
  addItem,
  setQuantity,
  setNotes,
  deleteCartLine,
  choose,
  deleteCartRow,
  loadUcpCartWhole,
]

/** Functions of earlier versions that neither this version nor the one before calls: `migrate` drops them. */
export const RETIRED = ['load_cart_1', 'add_item_1', 'choose_1']

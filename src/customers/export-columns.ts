/** The columns of an export of customers: the members of the record under their names, as an import reads them. */

import type { CustomerDocument } from './customer.document.ts'

/** In their order. */
export const exportColumns: (keyof CustomerDocument)[] = [
  'id',
  'email',
  'name',
  'surname',
  'company',
  'customerGroupId',
  'mobilePhone',
  'businessPhone',
  'countryCode',
  'cityCode',
  'address',
  'status',
  'dealer',
  'freeCargo',
  'emailNotification',
  'smsNotification',
  'phoneCallNotification',
  'createdAt',
  'updatedAt',
]

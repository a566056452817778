/** What the members of a customer record must be, for the API and for imports. */

import Type, { type Static } from 'typebox'
import { flag, Id, isStorable, nullable, oneOf, text } from '../schema/fields.ts'
import { isEmail } from './email.ts'

const optional = Type.Optional
const optionalText = optional(nullable(text(255)))

const email = Type.Refine(
  Type.String({ description: 'an email address, such as "ayse@example.com"' }),
  rememberLast(value => isStorable(value) && isEmail(value)),
)

/** TypeBox checks a wrong text three times; a hundred emails of accents would take half a second. */
function rememberLast(check: (text: string) => boolean): (text: string) => boolean {
  let last: { text: string; result: boolean } | undefined
  return text => {
    if (text !== last?.text) last = { text, result: check(text) }
    return last.result
  }
}

/** Everything but the email, which only a creation may leave to be generated. */
const members = {
  name: optionalText,
  surname: optionalText,
  company: optionalText,
  customerGroupId: optional(nullable(Id())),
  mobilePhone: optionalText,
  businessPhone: optionalText,
  countryCode: optionalText,
  cityCode: optionalText,
  address: optional(nullable(text(1000))),
  status: optional(oneOf('active', 'inactive', 'banned')),
  dealer: optional(flag),
  freeCargo: optional(flag),
  emailNotification: optional(flag),
  smsNotification: optional(flag),
  phoneCallNotification: optional(flag),
}

const options = { description: 'a JSON object' }

/** A customer to be created; an email that is absent or null is generated. */
export const NewCustomer = Type.Object(
  { email: optional(nullable(email)), ...members },
  { ...options, title: 'NewCustomer' },
)

/** Changes to a customer; members left out keep their value, null clears. */
export const CustomerChanges = Type.Object(
  { email: optional(email), ...members },
  { ...options, title: 'CustomerChanges' },
)

/** A customer in an import, which names its id. */
export const CustomerRecord = Type.Object({ id: Id(), ...NewCustomer.properties }, options)

export type NewCustomer = Static<typeof NewCustomer>
export type CustomerChanges = Static<typeof CustomerChanges>
export type CustomerRecord = Static<typeof CustomerRecord>

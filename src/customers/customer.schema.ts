/** Schemas of customers in request bodies and imports. */

import Type, { type Static, type TOptional, type TSchema } from 'typebox'
import { propertiesOf } from '../model/customer-fields.ts'
import { describedAs } from '../schema/described.ts'
import { Id, isStorable, nullable } from '../schema/fields.ts'
import { EMAIL_PATTERN, isEmail } from './email.ts'

/** The email of a customer, with or without blanks around it. */
export const CustomerEmail = Type.Refine(
  Type.String({
    ...describedAs({ pattern: EMAIL_PATTERN, maxLength: 255 }),
    description: 'an email address, such as "ayse@example.com"',
  }),
  rememberLast(value => isStorable(value) && isEmail(value)),
)

/** Remembers the last result: TypeBox checks an invalid text three times, and a hundred emails of accents would take half a second. */
function rememberLast(check: (text: string) => boolean): (text: string) => boolean {
  let last: { text: string; result: boolean } | undefined
  return text => {
    if (text !== last?.text) last = { text, result: check(text) }
    return last.result
  }
}

/** Schemas of all fields but the email, which only a new customer may leave out. */
const fields = optionalOf(propertiesOf('input'))

type Inputs = ReturnType<typeof propertiesOf<'input'>>

function optionalOf(properties: Inputs): { [F in keyof Inputs]: TOptional<Inputs[F]> } {
  const entries = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema as TSchema)])
  return Object.fromEntries(entries)
}

const options = { description: 'a JSON object' }

/** A new customer; an email that is absent or null is generated. */
export const NewCustomer = Type.Object(
  { email: Type.Optional(nullable(CustomerEmail)), ...fields },
  { ...options, title: 'NewCustomer' },
)

/** Changes to a customer: fields left out keep their value, null clears. */
export const CustomerChanges = Type.Object(
  { email: Type.Optional(CustomerEmail), ...fields },
  { ...options, title: 'CustomerChanges' },
)

/** A customer of an import, which names its id. */
export const CustomerRecord = Type.Object({ id: Id(), ...NewCustomer.properties }, options)

export type NewCustomer = Static<typeof NewCustomer>
export type CustomerChanges = Static<typeof CustomerChanges>
export type CustomerRecord = Static<typeof CustomerRecord>

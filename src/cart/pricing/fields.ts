/** Fields of documents: each stands once in a table, from which the schema, the document and the JSON text are made. */

import Type, { type Static, type TObject, type TObjectOptions, type TOptional, type TSchema } from 'typebox'
import { type Decimal, type Money, toMoney } from '../../money/money.ts'
import { money } from '../../schema/fields.ts'
import type { Shop } from '../../shop/shop.ts'

/** What fields are shown with: the shop, and the base URL of pictures that Sepet serves itself. */
export interface Shown {
  shop: Shop
  publicUrl: string
}

/** A field of what is shown of a `Source`. Where an optional one is undefined, it is absent. */
export interface Field<Source, S extends TSchema = TSchema> {
  schema: S
  /** Returns the value that the document has. */
  take: (source: Source, shown: Shown) => Taken<S>
  /** Whether every line with the same item has the same value: its text is kept with the item. */
  isOfItem?: boolean
  /** The amount that `take` shows as money. */
  amount?: (source: Source) => Decimal
  /** The value or amount that most sources have: fields side by side that all have theirs are written as one text. */
  usual?: unknown
  /** The fields of an object. */
  fields?: Fields<Source>
}

/** A table of fields, in the order in which they are shown. */
export type Fields<Source> = Readonly<Record<string, Field<Source>>>

type Taken<S extends TSchema> = S extends { '~optional': true } ? Static<S> | undefined : Static<S>
type SchemasOf<F extends Fields<never>> = { [Name in keyof F]: F[Name]['schema'] }
type MoneySchema = ReturnType<typeof money>

/** Returns the makers of the fields of one kind of source. */
export function fieldsOf<Source>() {
  return {
    field: <S extends TSchema>(
      schema: S,
      take: (source: Source, shown: Shown) => Taken<S>,
      usual?: Taken<S>,
    ): Field<Source, S> => ({ schema, take, ...(usual !== undefined && { usual }) }),

    itemField: <S extends TSchema>(schema: S, take: (source: Source, shown: Shown) => Taken<S>): Field<Source, S> => ({
      schema,
      take,
      isOfItem: true,
    }),

    amount: (
      description: string,
      amount: (source: Source) => Decimal,
      usual?: Decimal,
    ): Field<Source, MoneySchema> => ({
      schema: money(description),
      take: (source, { shop }) => toMoney(amount(source), shop),
      amount,
      ...(usual && { usual }),
    }),

    optionalAmount: (
      description: string,
      amount: (source: Source) => Decimal | null | undefined,
    ): Field<Source, TOptional<MoneySchema>> => ({
      schema: Type.Optional(money(description)),
      take: (source, { shop }): Money | undefined => {
        const found = amount(source)
        return found ? toMoney(found, shop) : undefined
      },
    }),

    group: <F extends Fields<Source>>(
      fields: F,
      options: TObjectOptions = {},
    ): Field<Source, TObject<SchemasOf<F>>> => ({
      schema: schemaOf(fields, options),
      take: (source, shown) => present(fields, source, shown) as Taken<TObject<SchemasOf<F>>>,
      fields,
    }),
  }
}

/** Returns the schema of a table. */
export function schemaOf<F extends Fields<never>>(fields: F, options: TObjectOptions = {}): TObject<SchemasOf<F>> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Type.Object(Object.fromEntries(schemas) as SchemasOf<F>, options)
}

/** Returns the document that a table makes of a source. */
export function present<Source, F extends Fields<Source>>(
  fields: F,
  source: Source,
  shown: Shown,
): Static<TObject<SchemasOf<F>>> {
  const document: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = field.take(source, shown)
    if (value !== undefined) document[name] = value
  }
  return document as Static<TObject<SchemasOf<F>>>
}

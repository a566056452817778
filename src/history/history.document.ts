/** The page of the history of API responses: its schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { CHANGE_WAYS } from '../model/author.ts'
import { Id, instant, nullable, oneOf } from '../schema/fields.ts'
import { pageOf } from '../schema/keyset.ts'
import type { RecordedChange } from './history.ts'

/** Fields with their values. */
export const FieldChanges = Type.Array(
  Type.Object(
    {
      field: Type.String({
        description:
          'its name in the documents of the API, with dots between levels; `*` stands for further fields of a large change',
        examples: ['price', 'variants.1001.price'],
      }),
      from: Type.Optional(
        Type.Unknown({ description: 'the value before: null for none, absent where values are not kept' }),
      ),
      to: Type.Optional(
        Type.Unknown({ description: 'the value after; of a long list `count`, the number of its entries' }),
      ),
    },
    { title: 'FieldChange' },
  ),
)

/** By which way a change came. */
export const way = oneOf(...CHANGE_WAYS)

const ChangeDocument = Type.Object(
  {
    id: Id(),
    at: instant('when it was made, by the clock of the instance'),
    actor: Type.String({ description: 'admin:<name> or command-line: who made it', examples: ['admin:back-office'] }),
    actorName: nullable(Type.String({ description: 'the name of the member of staff; null for a program' })),
    via: way,
    target: Type.String({ examples: ['product:101'] }),
    changes: FieldChanges,
  },
  { title: 'Change' },
)

/** The response of the endpoint: changes of a record, the last one first. */
export const HistoryPageDocument = pageOf(ChangeDocument, 'HistoryPage')

/** Presents a change. @param target as the request names it */
export function presentChange({ at, ...change }: RecordedChange, target: string): Static<typeof ChangeDocument> {
  return { ...change, at: new Date(at).toISOString(), target }
}

/** Schema of the error document of every endpoint, for the OpenAPI document. */

import Type from 'typebox'
import { refusalCodes } from '../../errors.ts'

/** New codes are added, so the schema also accepts unknown ones. */
const ErrorCode = Type.Union(
  [Type.Enum(refusalCodes, { type: 'string', title: 'ErrorCode' }), Type.String({ pattern: '^[a-z_]+$' })],
  {
    description: 'the error code. Codes never change; new codes may be added',
  },
)

/** The error document: one error per violation, all with the status of the response. */
export const Errors = Type.Object(
  {
    errors: Type.Array(
      Type.Object({
        status: Type.String({ pattern: '^[45][0-9][0-9]$', description: 'the HTTP status' }),
        code: ErrorCode,
        title: Type.String({ description: 'the same for every error with the code' }),
        detail: Type.String({ description: 'for developers' }),
        source: Type.Optional(
          Type.Object({
            pointer: Type.Optional(Type.String({ description: 'field of the body, as a JSON pointer (RFC 6901)' })),
            parameter: Type.Optional(Type.String({ description: 'the query parameter' })),
            header: Type.Optional(Type.String({ description: 'the request header' })),
          }),
        ),
        meta: Type.Optional(
          Type.Object(
            {},
            {
              description: 'further data of some errors, such as the current cart, or the line of an imported file',
              additionalProperties: true,
            },
          ),
        ),
      }),
      { minItems: 1 },
    ),
    meta: Type.Optional(
      Type.Object(
        {
          total: Type.Optional(
            Type.Integer({ description: 'the number of all errors, where only the first are listed' }),
          ),
        },
        { description: 'data of the whole response', additionalProperties: true },
      ),
    ),
  },
  { title: 'Errors' },
)

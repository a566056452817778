/** Warnings of responses to writes: what was accepted and may be a mistake. */

import Type from 'typebox'

/** A list of warnings, each about one field. */
export const Warnings = Type.Array(
  Type.Object(
    {
      pointer: Type.String({ description: 'JSON pointer of the field', examples: ['/usageLimit'] }),
      detail: Type.String({ description: 'explanation for people' }),
    },
    { title: 'Warning' },
  ),
)

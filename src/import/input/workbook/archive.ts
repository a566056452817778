/** Archive of a workbook: the parts of a zip file, whose sizes are bounded when they are unpacked. */

import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { UnreadableFile } from '../files.ts'

/** Maximum number of parts: a workbook of a thousand sheets with comments has three thousand. */
const MAX_PARTS = 20_000

/** Unpacking a part would take more than it may. */
const TOO_LARGE = 'is a workbook that is too large when it is unpacked: save the table as "CSV UTF-8"'

/** A zip file that is open. The sizes that its directory declares are those of its parts, or reading them fails. */
export class Archive implements AsyncDisposable {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** Opens an archive. @throws UnreadableFile where it has too many parts, and the errors of the library where it is broken */
  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      const entries = new Map<string, Entry>()
      if (zip.entryCount > MAX_PARTS) throw new UnreadableFile(TOO_LARGE)
      for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry)
      return new Archive(zip, entries)
    } catch (error) {
      zip.close()
      throw error
    }
  }

  /** Whether there is a part. */
  has(part: string): boolean {
    return this.#entries.has(keyOf(part))
  }

  /**
   * Yields the text of a part, which is UTF-8.
   * @param maxBytes that it may have when it is unpacked
   * @param onBytes called with the numbers of packed bytes that were read
   */
  async *textOf(part: string, maxBytes: number, onBytes: (count: number) => void = () => {}): AsyncGenerator<string> {
    const entry = this.#entries.get(keyOf(part))
    if (!entry) throw new Error(`the part ${part} is missing`)
    if (entry.uncompressedSize > maxBytes) throw new UnreadableFile(TOO_LARGE)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const stream = await this.#zip.openReadStreamPromise(entry)
    let [checksum, bytes, packed] = [0, 0, 0]
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum)
      yield decoder.decode(chunk, { stream: true })
      bytes += chunk.length
      const packedUntilNow = Math.floor((bytes / entry.uncompressedSize) * entry.compressedSize)
      onBytes(packedUntilNow - packed)
      packed = packedUntilNow
    }
    yield decoder.decode()
    if (checksum !== entry.crc32) throw new Error(`the checksum of the part ${part} is wrong`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close()
  }
}

/** Parts are found in any letter case. */
function keyOf(part: string): string {
  return part.replace(/^\//, '').toLowerCase()
}

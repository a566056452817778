/** Checksum of a table: the sum of the hashes of its rows, so that it is the same whatever the order in which an engine reads them. */

import { hash } from 'node:crypto'

const BITS = 128

/** The rows of a table as one number. */
export interface TableDigest {
  rows: number
  /** 32 hex digits. */
  checksum: string
}

/** Adds up rows. */
export class RowDigest {
  #sum = 0n
  #rows = 0

  /** @param text the values of a row as JSON, the same on both engines */
  add(text: string): void {
    const bytes = hash('sha256', text, 'buffer')
    this.#sum += (bytes.readBigUInt64BE(0) << 64n) | bytes.readBigUInt64BE(8)
    this.#rows++
  }

  /** The digest of the rows so far. */
  get value(): TableDigest {
    const checksum = BigInt.asUintN(BITS, this.#sum)
      .toString(16)
      .padStart(BITS / 4, '0')
    return { rows: this.#rows, checksum }
  }
}

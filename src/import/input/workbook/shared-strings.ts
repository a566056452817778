/** Texts that the cells of a workbook share. */

import { MEGABYTE } from '../../../units.ts'
import { UnreadableFile } from '../files.ts'
import type { Archive } from './archive.ts'
import { readXml, unescapeText } from './xml.ts'

const MAX_BYTES = 256 * MEGABYTE
/** Maximum number of different texts, which are in memory while the rows are read. */
const MAX_STRINGS = 4_000_000

/** Reads the texts. @throws UnreadableFile where there are too many */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined) return strings
  let text = ''
  let isPhonetic = false
  const open = (name: string) => {
    if (name === 'si') text = ''
    else if (name === 'rPh') isPhonetic = true
  }
  const close = (name: string, content: string) => {
    if (name === 't' && !isPhonetic) text += content
    else if (name === 'rPh') isPhonetic = false
    else if (name === 'si') strings.push(unescapeText(ownString(text)))
    if (strings.length > MAX_STRINGS) throw new UnreadableFile(TOO_MANY)
  }
  await readXml(archive.textOf(part, MAX_BYTES), { open, close })
  return strings
}

const TOO_MANY = 'is a workbook with more than 4,000,000 different texts: save the table as "CSV UTF-8"'

/** A part of a chunk keeps the whole chunk in memory. */
function ownString(text: string): string {
  return Buffer.from(text).toString()
}

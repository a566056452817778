/** Contents of a workbook: its sheets, and the parts that they need. */

import { posix } from 'node:path'
import { MEGABYTE } from '../../../units.ts'
import { UnreadableFile } from '../files.ts'
import type { Archive } from './archive.ts'
import { type Attributes, readXml } from './xml.ts'

/** Maximum size of a part with the contents or the styles. */
export const MAX_PART_BYTES = 16 * MEGABYTE

/** A sheet of cells. */
export interface Sheet {
  name: string
  isHidden: boolean
  part: string
}

/** A workbook. */
export interface Book {
  sheets: Sheet[]
  /** Part of the texts that cells share. */
  strings: string | undefined
  /** Part of the formats of cells. */
  styles: string | undefined
  /** Whether days are counted from 1904. */
  is1904: boolean
}

interface Relation {
  id: string
  /** The last word of its type, such as `worksheet`. */
  type: string
  part: string
}

/** Reads the contents. @throws UnreadableFile where the archive is of another kind */
export async function readBook(archive: Archive): Promise<Book> {
  const [document] = (await relationsOf(archive, '')).filter(({ type }) => type === 'officeDocument')
  const part = document?.part ?? 'xl/workbook.xml'
  if (/\.bin$/i.test(part)) throw new UnreadableFile(BINARY)
  if (!archive.has(part) || !/^\/?xl\//i.test(part)) throw new UnreadableFile(NO_WORKBOOK)
  const relations = await relationsOf(archive, part)
  const listed: { name: string; state: string; relation: Relation | undefined }[] = []
  let is1904 = false
  const open = (name: string, attributes: Attributes) => {
    if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    if (name !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1]
    const relation = relations.find(each => each.id === id)
    listed.push({ name: attributes.name ?? '', state: attributes.state ?? '', relation })
  }
  await readXml(archive.textOf(part, MAX_PART_BYTES), { open, close() {} })
  const partOf = (type: string) => relations.find(each => each.type === type && archive.has(each.part))?.part
  return {
    // A sheet may be of another kind, such as a chart.
    sheets: listed.flatMap(({ name, state, relation }) =>
      relation?.type === 'worksheet' ? [{ name, isHidden: /hidden/i.test(state), part: relation.part }] : [],
    ),
    ...{ strings: partOf('sharedStrings'), styles: partOf('styles'), is1904 },
  }
}

const BINARY = 'is a binary workbook (.xlsb): save the table as "CSV UTF-8" or as an Excel workbook (.xlsx)'
const NO_WORKBOOK = 'is a document and no workbook: save the table as "CSV UTF-8" or as an Excel workbook (.xlsx)'

/** Reads which parts a part refers to. @param part empty for the archive itself */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations: Relation[] = []
  if (!archive.has(list)) return relations
  const open = (name: string, { Id = '', Type = '', Target = '' }: Attributes) => {
    if (name !== 'Relationship') return
    const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
    relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: target })
  }
  await readXml(archive.textOf(list, MAX_PART_BYTES), { open, close() {} })
  return relations
}

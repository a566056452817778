/** Workbooks as files, written part by part: as Excel writes them, or as nobody should. */

import { crc32, deflateRawSync } from 'node:zlib'

/** A part of an archive, and what its directory says of it where that is not true. */
export interface Part {
  name: string
  content: string | Uint8Array
  declaredSize?: number
  checksum?: number
}

/** Writes a zip file. */
export function zip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declaredSize, checksum } of parts) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(checksum ?? crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declaredSize ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name))
    locals.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0)
  const end = Buffer.alloc(18)
  for (const at of [4, 6]) end.writeUInt16LE(parts.length, at)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end])
}

/** What a workbook has. */
export interface WorkbookParts {
  /** Elements of rows by the names of the sheets; a name that ends with `(hidden)` is that of a hidden sheet. */
  sheets: Record<string, string>
  /** Elements of the texts that cells share. */
  strings?: string
  /** Elements of the formats. */
  styles?: string
  /** Attributes of the workbook's properties. */
  properties?: string
}

const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** The parts of a workbook in the order in which Excel writes them: the sheets before what they refer to. */
export function workbookParts({ sheets, strings = '', styles = '', properties = '' }: WorkbookParts): Part[] {
  const names = Object.keys(sheets)
  const listed = names.map(
    (name, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${name.endsWith('(hidden)') ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
  const relations = (each: string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${MAIN} xmlns:r="${DOCUMENT}"><workbookPr ${properties}/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...names.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
        relation('rId900', 'styles', 'styles.xml'),
        relation('rId901', 'sharedStrings', '/xl/sharedStrings.xml'),
      ]),
    },
    ...Object.values(sheets).map((rows, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    })),
    { name: 'xl/styles.xml', content: `<styleSheet ${MAIN}>${styles}</styleSheet>` },
    { name: 'xl/sharedStrings.xml', content: `<sst ${MAIN}>${strings}</sst>` },
  ]
}

/** Writes a workbook as Excel does. */
export function workbook(parts: WorkbookParts): Buffer {
  return zip(workbookParts(parts))
}

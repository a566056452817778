/** Kinds of files that are no text, told by their first bytes: what they are, and what to save instead. */

const SAVE_AS_CSV = 'save the table as "CSV UTF-8" or as an Excel workbook (.xlsx)'

/** What a file is by its first bytes. */
export type FileKind =
  | { kind: 'text' }
  | { kind: 'workbook' }
  /** A file that cannot be read; `message` completes a sentence that begins with its name. */
  | { kind: 'other'; message: string }

const starts: [number[], string][] = [
  [[0x1f, 0x8b], 'is compressed (gzip): unpack it first'],
  [[0x42, 0x5a, 0x68], 'is compressed (bzip2): unpack it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'is compressed (7z): unpack it first'],
  [[0x52, 0x61, 0x72, 0x21], 'is compressed (RAR): unpack it first'],
  [[0xd0, 0xcf, 0x11, 0xe0], `is a workbook of an old Excel (.xls), or one with a password: ${SAVE_AS_CSV}`],
  [[0x25, 0x50, 0x44, 0x46], `is a PDF: ${SAVE_AS_CSV}`],
  [[0x89, 0x50, 0x4e, 0x47], 'is a picture (PNG): export the table itself'],
  [[0xff, 0xd8, 0xff], 'is a picture (JPEG): export the table itself'],
]

const ZIP = [0x50, 0x4b, 0x03, 0x04]

/** Names within an archive that tell which program has written it. */
const archives: [string, string][] = [
  ['Index/', `is a Numbers document: ${SAVE_AS_CSV}`],
  ['mimetypeapplication/vnd.oasis.opendocument', `is an OpenDocument sheet (.ods): ${SAVE_AS_CSV}`],
  ['word/document.xml', `is a Word document: ${SAVE_AS_CSV}`],
]

/** Tells the kind of a file. @param head its first 64 KB */
export function kindOf(head: Buffer): FileKind {
  const other = starts.find(([bytes]) => startsWith(head, bytes))
  if (other) return { kind: 'other', message: other[1] }
  if (startsWith(head, ZIP)) return kindOfArchive(head.toString('latin1'))
  const text = head.toString().replace('\ufeff', '').trimStart().slice(0, 500).toLowerCase()
  const markup = markups.find(([pattern]) => pattern.test(text))
  return markup ? { kind: 'other', message: markup[1] } : { kind: 'text' }
}

/** Beginnings of texts that are no tables. */
const markups: [RegExp, string][] = [
  [
    /^(<\?xml[^>]*>\s*)?(<!doctype html|<html|<head|<meta|<body)/,
    `is a web page (HTML): perhaps a page to sign in was saved; ${SAVE_AS_CSV}`,
  ],
  [
    /^<(table|style|div)[\s>]/,
    `is a table of a web page (HTML), also where it is called .xls: open it in a spreadsheet, and ${SAVE_AS_CSV}`,
  ],
  [/^<\?xml|^<(rss|feed|workbook)[\s>]/, `is XML: ${SAVE_AS_CSV}`],
]

function kindOfArchive(head: string): FileKind {
  const known = archives.find(([name]) => head.includes(name))
  if (!known && (head.includes('xl/') || head.includes('[Content_Types].xml'))) return { kind: 'workbook' }
  return {
    kind: 'other',
    message:
      known?.[1] ?? `is a zip file, and no workbook that can be read: unpack it first; of a workbook, ${SAVE_AS_CSV}`,
  }
}

function startsWith(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

/** Progress bar of an import or a transfer: one terminal line, which is redrawn and cleared at the end. */

import { stripVTControlCharacters } from 'node:util'
import type { Progress } from '../import/staging/stage-files.ts'
import type { TransferProgress } from '../transfer/transfer.ts'
import { createPainter, type Paint } from './colour.ts'

/** An output stream, which may be a terminal. */
export type Screen = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** A progress bar on one stream. */
export interface ProgressBar<P> {
  show: (progress: P) => void
  clear: () => void
}

const CLEAR_LINE = '\r\u001b[K'
const WIDTH = 24
const UNKNOWN_COLUMNS = 80

/** Returns the text of a progress bar, of at most `columns`: a longer line would wrap, and could not be cleared completely. */
type Draw<P> = (progress: P, columns: number, paint: Paint) => string

/**
 * Creates a progress bar, which draws only on a terminal.
 * @param terminal `isDumb`: whether the terminal cannot clear a line (`TERM=dumb`)
 */
export function createProgressBar<P>(
  screen: Screen,
  drawLine: Draw<P>,
  { isDumb = false }: { isDumb?: boolean },
): ProgressBar<P> {
  let shown = ''
  const paint = createPainter(screen)
  const draw = (text: string) => {
    // An unchanged line is not drawn again, so that a fast import does not wait for the terminal.
    if (screen.isTTY && !isDumb && text !== shown) screen.write(CLEAR_LINE + text)
    shown = text
  }
  return {
    show: progress => draw(drawLine(progress, (screen.columns || UNKNOWN_COLUMNS) - 1, paint)),
    clear: () => draw(''),
  }
}

/** Returns the text of an import's progress bar. */
export function drawProgress(progress: Progress, columns: number, paint: Paint): string {
  const text = progress.phase === 'reading' ? drawReading(progress, paint) : drawRest(progress)
  return cut(text, columns)
}

/** Returns the text of a transfer's progress bar. */
export function drawTransfer({ phase, rows, rowsTotal }: TransferProgress, columns: number, paint: Paint): string {
  if (phase === 'saving') return cut('Saving …', columns)
  const verb = phase === 'copying' ? 'copied' : 'compared'
  return cut(
    `${drawBar(rows, rowsTotal, paint)}  ${rows.toLocaleString('en')} of ${count(rowsTotal, 'row')} ${verb}`,
    columns,
  )
}

function cut(text: string, columns: number): string {
  if (stripVTControlCharacters(text).length <= columns) return text
  return stripVTControlCharacters(text).slice(0, Math.max(0, columns))
}

function drawRest({ phase, records }: Exclude<Progress, { phase: 'reading' }>): string {
  return `${phase === 'checking' ? 'Checking' : 'Writing'} ${count(records)} …`
}

function drawReading(progress: Extract<Progress, { phase: 'reading' }>, paint: Paint): string {
  const { file, bytesRead, bytesTotal, records } = progress
  return `${drawBar(bytesRead, bytesTotal, paint)}  ${megabytes(bytesRead)} of ${megabytes(bytesTotal)} MB  ${count(records)}  ${file}`
}

/** The bar, and the part in per cent. */
function drawBar(part: number, total: number, paint: Paint): string {
  const done = total === 0 ? 1 : Math.min(1, part / total)
  const filled = Math.floor(done * WIDTH)
  const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(WIDTH - filled))
  return `${bar} ${`${Math.floor(done * 100)} %`.padStart(5)}`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function count(rows: number, noun = 'record'): string {
  return `${rows.toLocaleString('en')} ${noun}${rows === 1 ? '' : 's'}`
}

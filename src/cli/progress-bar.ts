/** Progress bar of an import: one terminal line, which is redrawn and cleared at the end. */

import { stripVTControlCharacters } from 'node:util'
import type { Progress } from '../import/staging/stage-files.ts'
import { createPainter, type Paint } from './colour.ts'

/** An output stream, which may be a terminal. */
export type Screen = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** A progress bar on one stream. */
export interface ProgressBar {
  show: (progress: Progress) => void
  clear: () => void
}

const CLEAR_LINE = '\r\u001b[K'
const WIDTH = 24
const UNKNOWN_COLUMNS = 80

/**
 * Creates a progress bar, which draws only on a terminal.
 * @param terminal `isDumb`: whether the terminal cannot clear a line (`TERM=dumb`)
 */
export function createProgressBar(screen: Screen, { isDumb = false }: { isDumb?: boolean }): ProgressBar {
  let shown = ''
  const paint = createPainter(screen)
  const draw = (text: string) => {
    // An unchanged line is not drawn again, so that a fast import does not wait for the terminal.
    if (screen.isTTY && !isDumb && text !== shown) screen.write(CLEAR_LINE + text)
    shown = text
  }
  return {
    show: progress => draw(drawProgress(progress, (screen.columns || UNKNOWN_COLUMNS) - 1, paint)),
    clear: () => draw(''),
  }
}

/**
 * Returns the text of the progress bar.
 * @param columns maximum length; a longer line would wrap, and could not be cleared completely
 */
export function drawProgress(progress: Progress, columns: number, paint: Paint): string {
  const text = progress.phase === 'reading' ? drawReading(progress, paint) : drawRest(progress)
  if (stripVTControlCharacters(text).length <= columns) return text
  return stripVTControlCharacters(text).slice(0, Math.max(0, columns))
}

function drawRest({ phase, records }: Exclude<Progress, { phase: 'reading' }>): string {
  return `${phase === 'checking' ? 'Checking' : 'Writing'} ${count(records)} …`
}

function drawReading(progress: Extract<Progress, { phase: 'reading' }>, paint: Paint): string {
  const { file, bytesRead, bytesTotal, records } = progress
  const done = bytesTotal === 0 ? 1 : Math.min(1, bytesRead / bytesTotal)
  const filled = Math.floor(done * WIDTH)
  const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(WIDTH - filled))
  const percent = `${Math.floor(done * 100)} %`.padStart(5)
  return `${bar} ${percent}  ${megabytes(bytesRead)} of ${megabytes(bytesTotal)} MB  ${count(records)}  ${file}`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function count(records: number): string {
  return `${records.toLocaleString('en')} record${records === 1 ? '' : 's'}`
}

/**
 * `node --conditions=sepet-source test/support/replay/record.ts`: plays the script on the embedded database and records every answer. The record
 * is of the commit before promotions got terms, audiences of channels and automatic campaigns; it is made again only where the script changes, at
 * that commit.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { playOn, RECORDED } from './replay.ts'

const answers = await playOn('sqlite')
mkdirSync(dirname(RECORDED), { recursive: true })
const text = answers.map(answer => `${JSON.stringify(answer)}\n`).join('')
writeFileSync(RECORDED, gzipSync(text, { level: 9 }))
console.log(`${answers.length} answers, ${Math.round(text.length / 1024)} KiB.`)

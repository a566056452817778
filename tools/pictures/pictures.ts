/** `npm run pictures`: takes the pictures of README.md and of docs/office.md from a real service, in light and in dark colours. It needs Chromium. */

import { mkdirSync } from 'node:fs'
import { startBrowser } from '../../test/support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../test/support/browser/playground.ts'
import { takeAgent } from './agent-picture.ts'
import { PICTURES } from './folder.ts'
import { fillShop, takeOffice } from './office-pictures.ts'

mkdirSync(PICTURES, { recursive: true })
const service = await startPlayground('sqlite', { LOG_LEVEL: 'silent' })
const browser = await startBrowser()
try {
  await service.importShop(sampleShop())
  for (const colorScheme of ['light', 'dark'] as const) await takeAgent({ browser, service, colorScheme })
  await fillShop(service)
  for (const colorScheme of ['light', 'dark'] as const) await takeOffice({ browser, service, colorScheme })
} finally {
  await browser.close()
  await service.stop()
}

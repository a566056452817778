/** The picture of the playground's agent, which has filled a cart and continues on the phone. */

import { join } from 'node:path'
import { openAgent } from '../../test/support/browser/agent-panel.ts'
import { openPlayground } from '../../test/support/browser/playground-page.ts'
import { PICTURES, type Scene } from './folder.ts'

const WINDOW = { viewport: { width: 1280, height: 1090 }, reducedMotion: 'reduce' } as const

/** Takes the picture. */
export async function takeAgent({ browser, service, colorScheme }: Scene): Promise<void> {
  const playground = await openPlayground(browser, service, { ...WINDOW, colorScheme })
  const { page } = playground
  const agent = await openAgent(playground)
  await agent.say('two metres of linen and the cutting board')
  await agent.panel.getByRole('button', { name: 'Continue on the phone' }).click()
  await page.locator('.address').getByText('/sepet').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await playground.screen.locator('.line').nth(1).waitFor()
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(PICTURES, `agent-${colorScheme}.png`) })
  await page.context().close()
}

/** The agent on the playground's page: opens its panel, says sentences, and reads the conversation. */

import type { Locator, Page } from 'playwright-core'
import type { Playground } from './playground-page.ts'

/** An open panel of the agent. */
export interface AgentPanel {
  panel: Locator
  /** Sends a sentence, and waits for its answer. */
  say: (sentence: string) => Promise<void>
  /** The calls of the newest turn, such as `search_catalog “linen”`. */
  calls: () => Promise<string[]>
  /** The answers of the newest turn, in words. */
  replies: () => Promise<string[]>
  /** The lines of the cart, such as `2 × Ham keten kumaş`; none without a cart. */
  lines: () => Promise<string[]>
}

/** Opens the panel of a page, on a narrow or on a wide window. @param name of the panel in the page's language */
export async function openAgent({ page }: Playground, name = 'Agent'): Promise<AgentPanel> {
  await page.getByRole('button', { name, exact: true }).click()
  const panel = page.locator('#agent')
  await panel.waitFor()
  await untilKnown(page)
  const newest = panel.locator('.turn').last()
  const textsOf = async (found: Locator) => (await found.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())
  return {
    panel,
    say: async sentence => {
      const before = await panel.locator('.turn').count()
      await panel.locator('input').fill(sentence)
      await panel.locator('input').press('Enter')
      await panel.locator('.turn').nth(before).locator('.reply').first().waitFor()
      // Replies about parts of a sentence come while the others are still searched for.
      await panel.locator('button.send:not([aria-disabled])').waitFor()
    },
    calls: () => textsOf(newest.locator('.call-name')),
    replies: () => textsOf(newest.locator('.reply')),
    lines: () => textsOf(panel.locator('.agent-line-name')),
  }
}

/** Waits until Sepet has read the profile of the page's agent: it has 2 s for that, which a busy machine may exceed, and tries again after 5 s. */
async function untilKnown(page: Page): Promise<void> {
  const search = `fetch('/ucp/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_catalog', arguments: {
      meta: { 'ucp-agent': { profile: new URL('/playground/browser/agent/profile.json', location.origin).href } },
      catalog: { query: 'keten' },
    } } }),
  }).then(response => response.text())`
  while ((await page.evaluate<string>(search)).includes('profile_unreachable')) await page.waitForTimeout(500)
}

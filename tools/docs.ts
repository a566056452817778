/** `npm run docs`: writes the generated sections of docs/ and compose.yaml. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedPages } from './generated-docs.ts'
import { ROOT } from './npm.ts'

const stale = generatedPages().filter(({ is, shouldBe }) => is !== shouldBe)
for (const { page, shouldBe } of stale) writeFileSync(join(ROOT, page), shouldBe)
console.log(stale.length > 0 ? `docs: wrote ${stale.map(({ page }) => page).join(', ')}` : 'docs: all up to date')

/** `npm run audit`: asks the registry what is known against the packages that Sepet runs on; fails from moderate on. */

import { npm } from './npm.ts'
import { readAudit } from './supply-chain.ts'

/** A registry that is away is not waited for: the answer may be had another day. */
const IMPATIENT = ['--fetch-retries', '0', '--fetch-timeout', '4000']

const audit = readAudit(npm('audit', '--json', '--package-lock-only', '--omit', 'dev', ...IMPATIENT))
if ('unavailable' in audit) {
  console.warn(`audit: NOT ASKED. The registry gives no advisories: ${audit.unavailable}`)
} else {
  for (const each of audit.stopping) console.error(each)
  for (const each of audit.tolerated) console.warn(each)
  console.log(`audit: ${audit.stopping.length} known vulnerabilities from moderate on, ${audit.tolerated.length} below`)
  process.exitCode = audit.stopping.length > 0 ? 1 : 0
}

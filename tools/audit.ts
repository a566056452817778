/**
 * `npm run audit`: queries the registry for known vulnerabilities of the runtime dependencies, and fails from the
 * severity moderate on.
 */

import { npm } from './npm.ts'
import { readAudit } from './supply-chain.ts'

/** No retries: an unavailable registry does not fail the check. */
const NO_RETRIES = ['--fetch-retries', '0', '--fetch-timeout', '4000']

const audit = readAudit(npm('audit', '--json', '--package-lock-only', '--omit', 'dev', ...NO_RETRIES))
if ('unavailable' in audit) {
  console.warn(`audit: NOT ASKED. The registry gives no advisories: ${audit.unavailable}`)
} else {
  for (const each of audit.stopping) console.error(each)
  for (const each of audit.tolerated) console.warn(each)
  console.log(`audit: ${audit.stopping.length} known vulnerabilities from moderate on, ${audit.tolerated.length} below`)
  process.exitCode = audit.stopping.length > 0 ? 1 : 0
}

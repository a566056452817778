/**
 * `npm run sbom`: writes the CycloneDX bill of the runtime dependencies to reports/sbom.cdx.json, and fails on breaches
 * of the rules.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, ROOT } from './npm.ts'
import { breachesOf, type Lock, productionPackages } from './supply-chain.ts'

/** The parts of the bill that are changed here. */
interface Bill {
  serialNumber?: string
  metadata: { timestamp?: string; component: { name: string; 'bom-ref': string } }
  components: { name: string; version: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const lock = read('package-lock.json') as Lock
const bill = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')) as Bill

// `--omit dev` of npm 11 also omits packages that a development tool needs too, such as pg.
const production = productionPackages(lock)
bill.components = bill.components.filter(({ name, version }) => production.has(`${name}@${version}`))
const listed = new Set([bill.metadata.component['bom-ref'], ...bill.components.map(each => each['bom-ref'])])
bill.dependencies = bill.dependencies
  .filter(({ ref }) => listed.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => listed.has(each)) }))

// Fields that differ between runs and folders are removed, so that equal lock files have equal bills.
delete bill.serialNumber
delete bill.metadata.timestamp
bill.metadata.component.name = read('package.json').name

mkdirSync(join(ROOT, 'reports'), { recursive: true })
writeFileSync(join(ROOT, 'reports/sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)

const breaches = breachesOf(bill, lock)
for (const breach of breaches) console.error(breach)
console.log(`sbom: ${bill.components.length} packages in reports/sbom.cdx.json, ${breaches.length} breaches`)
process.exitCode = breaches.length > 0 ? 1 : 0

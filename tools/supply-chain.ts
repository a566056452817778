/** Rules for the runtime dependencies: checks a CycloneDX bill, the lock file and an audit report. */

import Type from 'typebox'
import { createSchemaCheck } from '../src/schema/check.ts'

/** Permissive licences, which require only that their text is kept. */
const LICENCES = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']
const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical']
/** The highest severity of a known vulnerability that does not fail the check. */
const WORST_ALLOWED = SEVERITIES.indexOf('low')

const Component = Type.Object({
  'bom-ref': Type.String({ minLength: 1 }),
  type: Type.Literal('library'),
  name: Type.String({ minLength: 1 }),
  version: Type.String({ minLength: 1 }),
  purl: Type.String({ pattern: '^pkg:npm/' }),
  hashes: Type.Optional(Type.Array(Type.Object({ alg: Type.String(), content: Type.String() }))),
  licenses: Type.Optional(
    Type.Array(
      Type.Object({
        license: Type.Optional(Type.Object({ id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) })),
        expression: Type.Optional(Type.String()),
      }),
    ),
  ),
})

/** The part of the CycloneDX 1.5 schema that `npm sbom` writes and that readers need. */
const Bill = Type.Object({
  bomFormat: Type.Literal('CycloneDX'),
  specVersion: Type.Literal('1.5'),
  version: Type.Integer({ minimum: 1 }),
  metadata: Type.Object({ component: Type.Object({ name: Type.String(), version: Type.String() }) }),
  components: Type.Array(Component, { minItems: 1 }),
  dependencies: Type.Array(Type.Object({ ref: Type.String(), dependsOn: Type.Optional(Type.Array(Type.String())) })),
})
const checkBill = createSchemaCheck(Bill)

type Bill = Type.Static<typeof Bill>
type Component = Type.Static<typeof Component>

/** The parts of package-lock.json that are read. */
export interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean; hasInstallScript?: boolean }>
}

/** @returns the production packages of a lock file as `name@version`, without folders of the repository */
export function productionPackages({ packages }: Lock): Set<string> {
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  )
  return new Set(installed.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`))
}

/** @returns one sentence for each breach in a bill of materials and its lock file */
export function breachesOf(bill: unknown, lock: Lock): string[] {
  const { value, problems } = checkBill(bill)
  if (!value) return [...problems].map(([pointer, { rule }]) => `the bill is no CycloneDX 1.5: ${pointer} ${rule}`)
  return [
    ...value.components.flatMap(breachesOfComponent),
    ...missing(value, lock),
    ...brokenReferences(value),
    ...installScripts(lock),
  ]
}

/** @returns production packages of the lock file that the bill lacks */
function missing({ components }: Bill, lock: Lock): string[] {
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  return [...productionPackages(lock)].filter(each => !listed.has(each)).map(each => `the bill lacks ${each}`)
}

/** @returns breaches of one package: no SHA-512, no licence, or a licence that is not permitted */
function breachesOfComponent({ 'bom-ref': ref, hashes = [], licenses = [] }: Component): string[] {
  const breaches: string[] = []
  if (!hashes.some(({ alg, content }) => alg === 'SHA-512' && /^[0-9a-f]{128}$/.test(content))) {
    breaches.push(`${ref} has no SHA-512 in the lock file`)
  }
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
  if (names.length === 0) breaches.push(`${ref} names no licence`)
  const foreign = names.filter(name => !LICENCES.includes(name))
  if (foreign.length > 0) breaches.push(`${ref} has a licence that is not permitted: ${foreign.join(', ')}`)
  return breaches
}

/** @returns references to unknown components, and duplicates */
function brokenReferences({ metadata, components, dependencies }: Bill): string[] {
  const { name, version } = metadata.component
  const known = new Set([`${name}@${version}`, ...components.map(each => each['bom-ref'])])
  const named = dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
  const unknown = [...new Set(named)].filter(ref => !known.has(ref))
  return [
    ...unknown.map(ref => `the bill names ${ref} and does not list it`),
    ...(known.size === components.length + 1 ? [] : ['the bill has duplicate components']),
  ]
}

/** @returns production packages with an install script */
function installScripts({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev)
    .map(([path]) => `${path} runs a script when it is installed`)
}

/**
 * The result of `npm audit --json`: vulnerabilities that fail the check, vulnerabilities that do not, or the reason why
 * there is no report.
 */
export type Audit = { unavailable: string } | { stopping: string[]; tolerated: string[] }

/** Reads the output of `npm audit --json`. Output that is not a report is `unavailable`, and never an empty result. */
export function readAudit(output: string): Audit {
  const report = parse(output)
  const { vulnerabilities } = report
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null || report.auditReportVersion !== 2) {
    return { unavailable: String(report.message ?? 'npm audit gave no report').split('\n')[0] ?? '' }
  }
  const known = Object.entries(vulnerabilities as Record<string, { severity: string; via: unknown[] }>)
  const describe = ([name, { severity, via }]: (typeof known)[number]) => `${name} (${severity}): ${titles(via)}`
  const stops = ([, { severity }]: (typeof known)[number]) => SEVERITIES.indexOf(severity) > WORST_ALLOWED
  return {
    stopping: known.filter(stops).map(describe),
    tolerated: known.filter(each => !stops(each)).map(describe),
  }
}

function parse(output: string): Record<string, unknown> {
  try {
    return JSON.parse(output) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** An advisory has a title and an address; an affected package names the package with the advisory. */
function titles(via: unknown[]): string {
  return via
    .map(each => (typeof each === 'string' ? `by ${each}` : Object(each)))
    .map(each => (typeof each === 'string' ? each : `${each.title} ${each.url}`))
    .join('; ')
}

/** The Dockerfile, compose.yaml, deploy/ and the docs name only environment variables that something reads. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { DockerfileParser } from 'dockerfile-ast'
import { variables } from '../../../src/config/variables.ts'
import { pages } from '../../support/docs/markdown.ts'
import { readCompose } from '../../support/ops/compose.ts'
import { readManifests } from '../../support/ops/kubernetes.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const files = [
  'Dockerfile',
  'compose.yaml',
  ...globSync('deploy/**/*', { cwd: ROOT, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
]

/** Names in capitals that are no variables of Sepet, by what reads them. */
const foreign: Record<string, string[]> = {
  'the images of compose.yaml': ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'WEB_SHOP'],
  'Docker Compose': ['COMPOSE_PROFILES'],
  'the build of the image': ['NODE_IMAGE', 'SEPET_COMMIT'],
  'deploy/haproxy.cfg': ['SEPET_ONE', 'SEPET_TWO', 'BIND_INSIDE', 'OFFICE_FROM'],
  'the example web shop': [
    'SEPET_URL',
    'SEPET_PORT',
    'SEPET_ADMIN_TOKEN',
    'SHOP_NAME',
    'SEPET_TIMEOUT_SECONDS',
    'DECIMAL_PLACES',
    'PRICES_INCLUDE_VAT',
  ],
  systemd: ['AF_INET', 'AF_INET6', 'AF_UNIX'],
  'Node.js, SQLite and terminals': [
    'NODE_EXTRA_CA_CERTS',
    'NODE_OPTIONS',
    'MALLOC_ARENA_MAX',
    'SQLITE_TMPDIR',
    'NO_COLOR',
    'FORCE_COLOR',
  ],
  'the interface of PHP': ['HTTP_WEBHOOK_ID', 'HTTP_WEBHOOK_TIMESTAMP', 'HTTP_WEBHOOK_SIGNATURE'],
  'the release on GitHub': ['NPM_TOKEN'],
  'the exporter of traces': ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES'],
  'tests and benchmarks': [
    'TEST_POSTGRES_URL',
    'TEST_CITUS_URL',
    'TEST_PGBOUNCER_URL',
    'TEST_REDIS_URL',
    'TEST_CPU_SLOWDOWN',
    'FUZZ_SEED',
  ],
  'codes in the log': [
    'ERR_JOSE_ALG_NOT_ALLOWED',
    'ERR_JWKS_NO_MATCHING_KEY',
    'ERR_JWS_INVALID',
    'HTTP_404',
    'OAUTH_INVALID_RESPONSE',
    'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
    'OAUTH_UNSUPPORTED_OPERATION',
  ],
  'columns of Mailchimp': ['CONFIRM_TIME', 'OPTIN_TIME', 'UNSUB_TIME', 'CLEAN_TIME'],
  'programs on pages of the docs': [
    'ADMIN_TOKEN',
    'CLIENT_ID',
    'CLIENT_SECRET',
    'DELETE_TOKEN',
    'EVENTS_TOKEN',
    'GUEST_TOKEN',
    'LINK_TOKEN',
    'MAX_AGE_MS',
    'MEMBER_TOKEN',
    'READ_TOKEN',
    'STATE_FILE',
    'TOKEN_URL',
    'WEBHOOK_SECRET',
  ],
}
const others = new Set(Object.values(foreign).flat())

/** @returns the names in capitals with an underscore; a prefix, as in `OTEL_EXPORTER_OTLP_*`, is none */
const namesIn = (text: string) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!_)/g) ?? []
const isUnknown = (name: string) => !Object.hasOwn(variables, name) && !others.has(name)

describe('environment variables outside of the source', () => {
  const texts = [...files, ...pages]

  it('are read by Sepet, or listed here with what reads them', () => {
    assert.ok(files.length > 15 && pages.length > 50)
    const unknown = texts.flatMap(path =>
      namesIn(read(path))
        .filter(isUnknown)
        .map(name => `${path}: ${name}`),
    )
    assert.deepEqual(unknown, [])
    assert.deepEqual(namesIn('DATABSE_URL=x OTEL_EXPORTER_OTLP_*').filter(isUnknown), ['DATABSE_URL'])
  })

  it('are still named where they are listed here, and are no variables of Sepet', () => {
    const named = new Set(texts.flatMap(path => namesIn(read(path))))
    assert.deepEqual(
      [...others].filter(name => !named.has(name) || Object.hasOwn(variables, name)),
      [],
    )
  })

  it('of an instance are known in the Dockerfile, compose.yaml and the ConfigMap, also those of one word', () => {
    const { services } = readCompose('POSTGRES_PASSWORD=x\nSEPET_ADMIN_TOKEN=y')
    const names = [
      ...DockerfileParser.parse(read('Dockerfile'))
        .getENVs()
        .flatMap(instruction => instruction.getProperties().map(property => property.getName())),
      ...['migrate', 'sepet-1', 'sepet-2'].flatMap(name => Object.keys(services[name]?.environment ?? {})),
      ...Object.keys(readManifests().ConfigMap.data ?? {}),
    ]
    assert.ok(names.includes('PORT') && names.includes('PUBLIC_URL') && names.includes('DATABASE_URL'))
    assert.deepEqual(names.filter(isUnknown), [])
  })
})

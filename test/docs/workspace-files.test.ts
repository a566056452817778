/** Files for contributors' tools: the workflow, the dev container, the editor settings and the issue forms match the repository. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import biome from '../../biome.json' with { type: 'json' }
import { readCompose } from '../support/ops/compose.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Services {
  [name: string]: { image?: string; environment?: Record<string, string> }
}
interface Step {
  uses?: string
  run?: string
}
interface Field {
  type: string
  id?: string
  attributes: { label?: string; options?: string[] }
}

const product = readCompose('POSTGRES_PASSWORD=x\nSEPET_ADMIN_TOKEN=y').services as Services
const images = [product.postgres?.image, product.valkey?.image]
/** The variables by which tests find the servers. */
const SERVERS = ['TEST_POSTGRES_URL', 'TEST_REDIS_URL']

describe('.github/workflows/ci.yml', () => {
  const { jobs, permissions } = parse(read('.github/workflows/ci.yml'))
  const { services, steps, env } = jobs.check as { services: Services; steps: Step[]; env: Record<string, string> }

  it('runs .ci/run at the end, and may only read the repository', () => {
    assert.equal(steps.at(-1)?.run, '.ci/run')
    assert.deepEqual(permissions, { contents: 'read' })
  })

  it('runs actions by the hash of their commit alone', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? [])
    assert.ok(actions.length > 0)
    for (const action of actions) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  })

  it('has the database and the counter of compose.yaml, and tells the tests where they are', () => {
    assert.deepEqual([services.postgres?.image, services.valkey?.image], images)
    assert.deepEqual(Object.keys(env), SERVERS)
  })
})

describe('.devcontainer', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json'))
  const { services } = parse(read(`.devcontainer/${container.dockerComposeFile}`)) as { services: Services }

  it('has the database and the counter of compose.yaml, and tells the tests where they are', () => {
    assert.deepEqual([services.postgres?.image, services.valkey?.image], images)
    assert.deepEqual(Object.keys(services[container.service]?.environment ?? {}), SERVERS)
  })

  it('has the version of Node.js of the Dockerfile', () => {
    const [, version] = /NODE_IMAGE=(node:[\d.]+-\w+)/.exec(read('Dockerfile')) ?? []
    assert.equal(services[container.service]?.image, version)
  })
})

it('.editorconfig has the indentation and the width of biome.json', () => {
  const settings = Object.fromEntries(
    [...read('.editorconfig').matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, value]),
  )
  assert.equal(settings.indent_style, biome.formatter.indentStyle)
  assert.equal(settings.indent_size, '2')
  assert.equal(settings.max_line_length, String(biome.formatter.lineWidth))
})

it('every issue form has a name, a description, and fields with different ids and labels', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT })
  assert.ok(forms.length > 0)
  for (const path of forms) {
    const { name, description, body } = parse(read(path)) as { name: string; description: string; body: Field[] }
    assert.ok(name && description, path)
    const fields = body.filter(({ type }) => type !== 'markdown')
    assert.ok(
      fields.every(({ type }) => ['input', 'textarea', 'dropdown'].includes(type)),
      path,
    )
    for (const values of [fields.map(({ id }) => id), fields.map(({ attributes }) => attributes.label)]) {
      assert.ok(values.every(Boolean), path)
      assert.equal(new Set(values).size, values.length, path)
    }
  }
})

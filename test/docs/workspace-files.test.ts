/** Files for contributors' tools: the workflows, the dev container, the editor settings and the issue forms match the repository. */

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import biome from '../../biome.json' with { type: 'json' }
import { readCompose } from '../support/ops/compose.ts'
import { tiers } from '../support/runner/tiers.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Services {
  [name: string]: { image?: string; environment?: Record<string, string> }
}
interface Step {
  uses?: string
  run?: string
  env?: Record<string, string>
}
interface Job {
  needs?: string | string[]
  uses?: string
  permissions?: Record<string, string>
  steps?: Step[]
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
  const { services, steps, env, strategy } = jobs.check as {
    services: Services
    steps: Step[]
    env: Record<string, string>
    strategy: { matrix: { part: string[] } }
  }

  it('runs .ci/run at the end, and may only read the repository', () => {
    assert.equal(steps.at(-1)?.run, '.ci/run $' + '{{ matrix.part }}')
    assert.deepEqual(
      strategy.matrix.part,
      tiers.map(({ name }) => name),
    )
    assert.deepEqual(permissions, { contents: 'read' })
  })

  it('has the database and the counter of compose.yaml, and tells the tests where they are', () => {
    assert.deepEqual([services.postgres?.image, services.valkey?.image], images)
    assert.deepEqual(Object.keys(env), SERVERS)
  })
})

describe('.github/workflows/release.yml', () => {
  const { on, jobs, permissions } = parse(read('.github/workflows/release.yml')) as {
    on: object
    jobs: Record<string, Job>
    permissions: object
  }
  /** @returns the jobs that a job waits for, directly or not */
  const awaitedBy = (name: string): string[] => {
    const needed = [jobs[name]?.needs ?? []].flat()
    return [...needed, ...needed.flatMap(awaitedBy)]
  }

  it('runs for tags of versions alone', () => assert.deepEqual(on, { push: { tags: ['v*'] } }))

  it('runs the checks of ci.yml, and publishes nothing before them', () => {
    assert.equal(jobs.check?.uses, './.github/workflows/ci.yml')
    assert.ok('workflow_call' in parse(read('.github/workflows/ci.yml')).on)
    for (const name of ['npm', 'image', 'github']) {
      const awaited = awaitedBy(name)
      assert.ok(awaited.includes('check') && awaited.includes('tag'), name)
    }
    assert.ok(['npm', 'image'].every(name => awaitedBy('github').includes(name)))
  })

  it('gives each job the permissions that it needs, and only the job of npm the token', () => {
    assert.deepEqual(permissions, {})
    const readable = { contents: 'read' }
    assert.deepEqual(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions])), {
      ...{ tag: readable, check: readable, packages: readable },
      npm: { 'id-token': 'write' },
      image: { ...readable, packages: 'write' },
      github: { contents: 'write' },
    })
    const holders = Object.entries(jobs).filter(([, job]) => JSON.stringify(job).includes('secrets.'))
    assert.deepEqual(
      holders.map(([name]) => name),
      ['npm'],
    )
  })

  it('writes no value of GitHub into a script', () => {
    const scripts = Object.values(jobs).flatMap(job => job.steps?.flatMap(step => step.run ?? []) ?? [])
    assert.ok(scripts.length > 5)
    assert.deepEqual(
      scripts.filter(script => script.includes('${' + '{')),
      [],
    )
  })

  it('publishes both packages with provenance, under the tag of npm that fits the version', () => {
    const [script = ''] = jobs.npm?.steps?.flatMap(step => step.run ?? []) ?? []
    assert.match(script, /^for name in sepet sepet-client; do$/m)
    assert.match(
      script,
      /npm publish "\.\/packed\/\$name-\$VERSION\.tgz" --provenance --access public --tag "\$DIST_TAG"/,
    )
  })

  it('runs tools that exist', () => {
    const tools = [...read('.github/workflows/release.yml').matchAll(/node (tools\/[\w/.-]+)/g)].map(([, path]) => path)
    assert.deepEqual(tools, ['tools/release/tag.ts', 'tools/release/notes.ts'])
    for (const path of tools) assert.ok(existsSync(join(ROOT, path ?? '')), path)
  })
})

it('every workflow runs actions of others by the hash of their commit alone', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT })
  assert.ok(workflows.length > 1)
  for (const path of workflows) {
    const jobs = Object.values(parse(read(path)).jobs as Record<string, Job>)
    const actions = jobs.flatMap(({ uses, steps = [] }) => [uses, ...steps.map(step => step.uses)])
    const foreign = actions.filter(action => action !== undefined && !action.startsWith('./'))
    assert.ok(foreign.length > 0, path)
    for (const action of foreign) assert.match(action ?? '', /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  }
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

/** deploy/kubernetes/: every manifest has the fields of the Kubernetes API, and fits the image and the server. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parseEnv, promisify } from 'node:util'
import type { Container, PodTemplateSpec } from 'kubernetes-types/core/v1.js'
import { parseAllDocuments } from 'yaml'
import packageJson from '../../../package.json' with { type: 'json' }
import { buildProgram } from '../../../src/cli/program.ts'
import { readConfig } from '../../../src/config/config.ts'
import { variables } from '../../../src/config/variables.ts'
import { createDatabase, engines, type TestDatabase } from '../../support/database/engines.ts'
import { untilAnswered } from '../../support/ops/balancer.ts'
import { makeEnv } from '../../support/ops/compose.ts'
import { findProgram } from '../../support/ops/find-program.ts'
import {
  errorsOfManifests,
  FOLDER,
  type Manifest,
  podsOf,
  readKustomization,
  readManifests,
} from '../../support/ops/kubernetes.ts'
import { runSepet, type ServingProcess, serveReadily } from '../../support/service/process.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
/** The longest shutdown after SHUTDOWN_DELAY_SECONDS. */
const SHUTDOWN_SECONDS = 6.5
const kubectl = findProgram('kubectl')
const manifests = readManifests()
const { ConfigMap, Deployment, Service, PodDisruptionBudget, Job, CronJob } = manifests
const pods = Object.entries(podsOf(manifests))

/** @returns the only container of a pod */
function containerOf(pod: PodTemplateSpec | undefined): Container {
  const { containers = [], initContainers } = pod?.spec ?? {}
  assert.deepEqual([containers.length, initContainers], [1, undefined])
  return containers[0] ?? assert.fail()
}
const server = containerOf(Deployment.spec?.template)

describe('the manifests of deploy/kubernetes/', () => {
  it('are all listed in kustomization.yaml, one of each kind', () => {
    const { resources } = readKustomization()
    assert.deepEqual(
      [...resources, 'kustomization.yaml'].sort(),
      readdirSync(FOLDER)
        .filter(name => name.endsWith('.yaml'))
        .sort(),
    )
    assert.equal(Object.keys(manifests).length, resources.length)
  })

  it('have only fields of the Kubernetes API, with values of their types', async () => {
    assert.equal(await errorsOfManifests(Object.values(manifests) as Manifest[]), '')
  })

  it('are reported when a field is unknown, missing or of another type (control)', async () => {
    const wrong: Manifest[] = [
      structuredClone({ ...Service, spec: { ...Service.spec, slector: {} } }) as unknown as Manifest,
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 2 } } as Manifest,
      { apiVersion: 'v1', kind: 'ConfigMap', data: { TRUST_PROXY: 1 } } as unknown as Manifest,
      { apiVersion: 'apps/v1', kind: 'CronJob' },
    ]
    const errors = await errorsOfManifests(wrong)
    assert.match(errors, /0-Service\.ts.*'"slector"' does not exist/)
    assert.match(errors, /1-Deployment\.ts.*missing the following properties.*selector, template/)
    assert.match(errors, /2-ConfigMap\.ts.*'number' is not assignable to type 'string'/)
    assert.match(errors, /3-CronJob\.ts.*no exported member 'CronJob'/)
  })

  it('are rendered by kubectl with one image and namespace', {
    skip: kubectl ? false : 'kubectl is not installed',
  }, async () => {
    const { stdout } = await promisify(execFile)(kubectl ?? '', ['kustomize', FOLDER])
    const rendered = parseAllDocuments(stdout).map(document => document.toJS())
    assert.equal(await errorsOfManifests(rendered), '')
    assert.deepEqual([...new Set(rendered.map(({ metadata }) => metadata.namespace))], [readKustomization().namespace])
    const images = [...stdout.matchAll(/image: (\S+)/g)].map(([, image]) => image)
    assert.deepEqual(images, Array(pods.length).fill(`registry.example.com/sepet:${packageJson.version}`))
  })
})

describe('the pods of deploy/kubernetes/', () => {
  for (const [kind, pod] of pods) {
    const { spec } = pod ?? assert.fail(kind)
    const container = containerOf(pod)

    it(`of the ${kind} have the user of the image, no other rights, and no writable root`, () => {
      const [, uid, gid] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? []
      assert.deepEqual(spec?.securityContext, {
        runAsNonRoot: true,
        runAsUser: Number(uid),
        runAsGroup: Number(gid),
        seccompProfile: { type: 'RuntimeDefault' },
      })
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.deepEqual([spec?.automountServiceAccountToken, spec?.enableServiceLinks], [false, false])
    })

    it(`of the ${kind} run a command of sepet in the image of the kustomization, with bounds`, () => {
      assert.equal(container.image, readKustomization().images[0]?.name)
      const names = buildProgram({}).commands.map(command => command.name())
      assert.deepEqual([container.command, container.args?.length], [undefined, 1])
      assert.ok(names.includes(container.args?.[0] ?? ''), kind)
      assert.ok(container.resources?.requests?.memory && container.resources.limits?.memory)
    })

    it(`of the ${kind} take settings from the ConfigMap, and secrets by reference alone`, () => {
      assert.equal(container.env, undefined)
      assert.deepEqual(container.envFrom, [
        { configMapRef: { name: ConfigMap.metadata?.name } },
        { secretRef: { name: 'sepet-secrets' } },
      ])
    })
  }

  it('have no Secret, and a ConfigMap without secrets that production accepts', () => {
    assert.ok(!Object.hasOwn(manifests, 'Secret'))
    const { data = {} } = ConfigMap
    assert.deepEqual(
      Object.keys(data).filter(name => /SECRET|TOKEN|PASSWORD|_URL$/.test(name)),
      ['PUBLIC_URL'],
    )
    assert.deepEqual(
      Object.keys(data).filter(name => !Object.hasOwn(variables, name)),
      [],
    )
    readConfig(data)
  })

  it('write only to volumes: /tmp, and the DATA_DIR of the image', () => {
    const [, dataDir] = /DATA_DIR=(\S+)/.exec(dockerfile) ?? []
    const [volume] = Deployment.spec?.template.spec?.volumes ?? []
    assert.ok(volume?.emptyDir?.sizeLimit)
    assert.deepEqual(
      server.volumeMounts?.map(({ name, mountPath }) => [name, mountPath]),
      [
        [volume.name, '/tmp'],
        [volume.name, dataDir],
      ],
    )
  })
})

describe('the Deployment of deploy/kubernetes/', () => {
  const { spec } = Deployment
  const labels = spec?.template.metadata?.labels

  it('is selected by its Service and disruption budget, and the pods of the Jobs are not', () => {
    assert.ok(labels)
    const selectors = [
      spec?.selector.matchLabels,
      Service.spec?.selector,
      PodDisruptionBudget.spec?.selector?.matchLabels,
    ]
    for (const selector of selectors) assert.deepEqual(selector, labels)
    const [spread] = spec?.template.spec?.topologySpreadConstraints ?? []
    assert.deepEqual(spread?.labelSelector?.matchLabels, labels)
    for (const kind of ['Job', 'CronJob']) assert.notDeepEqual(podsOf(manifests)[kind]?.metadata?.labels, labels)
  })

  it('listens on the port of the image, which the Service and the probes name', () => {
    const [, port] = /\bPORT=(\d+)/.exec(dockerfile) ?? []
    assert.match(dockerfile, new RegExp(`^EXPOSE ${port}$`, 'm'))
    assert.deepEqual(server.ports, [{ name: 'http', containerPort: Number(port) }])
    const targets = Service.spec?.ports?.map(({ targetPort }) => targetPort)
    const probes = [server.startupProbe, server.livenessProbe, server.readinessProbe]
    assert.deepEqual([targets, probes.map(probe => probe?.httpGet?.port)], [['http'], ['http', 'http', 'http']])
    assert.ok(!('PORT' in (ConfigMap.data ?? {})))
  })

  it('has more time to stop than its shutdown takes, and readiness is checked during the delay', () => {
    const { SHUTDOWN_DELAY_SECONDS } = readConfig(ConfigMap.data ?? {})
    const grace = spec?.template.spec?.terminationGracePeriodSeconds ?? 0
    assert.ok(grace > SHUTDOWN_DELAY_SECONDS + SHUTDOWN_SECONDS, String(grace))
    const { periodSeconds = 10, failureThreshold = 3 } = server.readinessProbe ?? {}
    assert.ok(periodSeconds * failureThreshold < SHUTDOWN_DELAY_SECONDS)
  })

  it('has two instances, of which an upgrade stops none before its successor is ready', () => {
    assert.equal(spec?.replicas, 2)
    assert.deepEqual(spec?.strategy?.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 })
    assert.equal(PodDisruptionBudget.spec?.maxUnavailable, 1)
  })
})

describe('the Jobs of deploy/kubernetes/', () => {
  it('end: the migration and the pruning have deadlines and a bounded number of attempts', () => {
    for (const job of [Job.spec, CronJob.spec?.jobTemplate.spec]) {
      assert.ok(job?.activeDeadlineSeconds && job.backoffLimit)
      assert.equal(job.template.spec?.restartPolicy, 'Never')
    }
    assert.equal(CronJob.spec?.concurrencyPolicy, 'Forbid')
  })
})

describe('the commands of deploy/kubernetes/ with its settings, without a cluster', () => {
  let folder: string
  let database: TestDatabase
  let env: NodeJS.ProcessEnv
  let instance: ServingProcess | undefined
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-kubernetes-'))
    database = await createDatabase(engines.at(-1) ?? assert.fail())
    const secrets = parseEnv(readFileSync(await makeEnv(folder), 'utf8'))
    env = { ...secrets, ...database.env, ...ConfigMap.data }
  })
  after(async () => {
    await instance?.kill('SIGKILL')
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  /** Sends the request of a probe. @returns the status */
  const probe = async (name: 'startupProbe' | 'livenessProbe' | 'readinessProbe') =>
    (await fetch(`${instance?.url}${server[name]?.httpGet?.path}`)).status

  it('migrate and prune', async () => {
    for (const kind of ['Job', 'CronJob']) {
      const { status, stderr } = await runSepet(containerOf(podsOf(manifests)[kind]).args ?? [], env)
      assert.deepEqual([status, stderr], [0, ''], kind)
    }
  })

  it('serve, and pass the probes', async () => {
    assert.deepEqual(server.args, ['serve'])
    instance = await serveReadily(env, String(await freePort()))
    for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
      assert.equal(await probe(name), 200)
  })

  it('fail readiness but not liveness after SIGTERM', async () => {
    instance?.child.kill('SIGTERM')
    await untilAnswered(`${instance?.url}${server.readinessProbe?.httpGet?.path}`, status => status === 503)
    assert.equal(await probe('livenessProbe'), 200)
  })
})

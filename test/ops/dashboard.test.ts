/**
 * The Grafana dashboard and the Prometheus alerts: valid files, whose queries use metrics and labels of a running
 * server.
 */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import Type from 'typebox'
import { parse } from 'yaml'
import { createSchemaCheck } from '../../src/schema/check.ts'
import { CHECKED_LATER } from '../../src/schema/rebuild.ts'
import { addItem } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { countsInRedis, withoutRedis } from '../support/database/redis.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Selection, selectionsOf } from '../support/ops/promql.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { consumeHandoff, issueHandoff } from '../support/web-checkout/checkout.ts'
import { createCustomer, QUICK, saveWebhook, untilWebhook } from '../support/webhooks/webhooks.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const Source = Type.Object({ type: Type.Literal('prometheus'), uid: Type.String({ pattern: '^\\$\\{datasource\\}$' }) })
const Text = Type.String({ minLength: 1 })
const GridPos = Type.Object({
  x: Type.Integer({ minimum: 0, maximum: 23 }),
  y: Type.Integer({ minimum: 0 }),
  w: Type.Integer({ minimum: 1, maximum: 24 }),
  h: Type.Integer({ minimum: 1 }),
})
const Panel = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  type: Type.Enum(['stat', 'timeseries']),
  title: Text,
  description: Text,
  datasource: Source,
  gridPos: GridPos,
  fieldConfig: Type.Object({ defaults: Type.Object({ unit: Text }) }),
  targets: Type.Array(Type.Object({ refId: Text, datasource: Source, expr: Text, legendFormat: Type.String() }), {
    minItems: 1,
  }),
})
const Dashboard = Type.Object({
  uid: Text,
  title: Text,
  schemaVersion: Type.Integer({ minimum: 36 }),
  templating: Type.Object({
    list: Type.Array(
      Type.Object({ name: Text, type: Type.Enum(['datasource', 'query']), query: Type.Unknown(CHECKED_LATER) }),
    ),
  }),
  annotations: Type.Object({ list: Type.Array(Type.Object({ expr: Text, datasource: Source })) }),
  panels: Type.Array(Type.Unknown(CHECKED_LATER)),
})
const Rules = Type.Object({
  groups: Type.Array(
    Type.Object({
      name: Text,
      rules: Type.Array(
        Type.Object({
          alert: Type.String({ pattern: '^Sepet[A-Z]\\w+$' }),
          expr: Text,
          for: Type.Optional(Type.String({ pattern: '^\\d+[smh]$' })),
          labels: Type.Object({ severity: Type.Enum(['critical', 'warning', 'info']) }),
          annotations: Type.Object({ summary: Text, description: Text, runbook: Text }),
        }),
        { minItems: 1 },
      ),
    }),
  ),
})

/** Validates a file. @returns the value with the type of the schema */
function checked<T extends Type.TSchema>(schema: T, value: unknown): Type.Static<T> {
  const { value: found, problems } = createSchemaCheck(schema)(value)
  assert.deepEqual([...problems], [])
  return found as Type.Static<T>
}

const dashboard = checked(Dashboard, JSON.parse(read('deploy/grafana/sepet.json')))
const isRow = (panel: unknown) => (panel as { type: string }).type === 'row'
const panels = dashboard.panels.filter(each => !isRow(each)).map(each => checked(Panel, each))
const rules = checked(Rules, parse(read('deploy/prometheus/alerts.yaml'))).groups.flatMap(group => group.rules)

describe('the dashboard', () => {
  it('has a variable for the Prometheus data source', () => {
    const [source] = dashboard.templating.list
    assert.deepEqual([source?.name, source?.type, source?.query], ['datasource', 'datasource', 'prometheus'])
  })

  it('has panels with unique ids and titles that do not overlap', () => {
    const all = dashboard.panels.map(each => checked(Type.Object({ id: Type.Integer(), gridPos: GridPos }), each))
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length)
    const cells = all.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    assert.equal(new Set(cells).size, cells.length)
    assert.ok(all.every(({ gridPos: { x, w } }) => x + w <= 24))
  })
})

describe('the alerts', () => {
  it('have unique names', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
  })

  it('each refer to their heading in docs/alerts.md', () => {
    for (const { alert, annotations } of rules) {
      assert.equal(annotations.runbook, `docs/alerts.md#${alert.toLowerCase()}`)
    }
  })
})

const withoutServers = engines.includes('postgres') ? withoutRedis : 'no PostgreSQL'

describe('the metrics of a running server', { skip: withoutServers }, () => {
  /** The metrics and their labels; Prometheus itself adds `job` and `instance`, and the metric `up`. */
  const metrics = new Map([['up', new Set<string>()]])
  before(async () => {
    const redis = { REDIS_URL: process.env.TEST_REDIS_URL ?? '', REDIS_TIMEOUT_MS: '60000' }
    const service = await startService('postgres', { ...redis, CART_RATE_LIMIT: '1', ...QUICK })
    await useEverything(service)
    const { text } = await service.call('GET', '/metrics')
    // A metric without a series, such as garbage collection before its first run, still has its type.
    for (const [, metric = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      const names = type === 'histogram' ? ['bucket', 'sum', 'count'].map(part => `${metric}_${part}`) : [metric]
      for (const name of names) metrics.set(name, new Set())
    }
    for (const [, metric = '', labels = ''] of text.matchAll(/^([a-z]\w+)(?:\{(.*)\})? /gm)) {
      const names = [...labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)].map(([, name = '']) => name)
      metrics.set(metric, new Set([...(metrics.get(metric) ?? []), ...names]))
    }
    await service.stop()
  })

  /** Sends requests of every kind, so that every metric has all its labels. */
  async function useEverything(service: TestService): Promise<void> {
    await countsInRedis(service)
    const token = await service.token('guest')
    await addItem(service, token, ids.plain)
    assert.equal((await service.call('GET', '/cart', { token })).status, 429)
    const link = await issueHandoff(service, token)
    for (let opened = 0; opened < 2; opened++) await consumeHandoff(service, link.token)
    await saveWebhook(service, 'erp', { url: 'http://127.0.0.1:9/' })
    await createCustomer(service)
    await untilWebhook(service, 'erp', ({ state }) => state === 'failing')
  }

  /** @returns the metrics and labels of an expression that the server does not have */
  const missing = (expression: string) => selectionsOf(expression).flatMap(missingOf)
  function missingOf({ metric, labels }: Selection): string[] {
    const known = metrics.get(metric)
    if (!known) return [metric]
    const unknown = labels.filter(label => !['job', 'instance'].includes(label) && !known.has(label))
    return unknown.map(label => `${metric}{${label}}`)
  }

  it('include every metric and label in the queries of the dashboard', () => {
    for (const { title, targets } of panels) {
      for (const { expr } of targets) assert.deepEqual(missing(expr), [], title)
    }
    for (const { expr } of dashboard.annotations.list) assert.deepEqual(missing(expr), [])
  })

  it('have the labels that the legends of the dashboard show', () => {
    const targets = panels.flatMap(panel => panel.targets)
    for (const { expr, legendFormat } of targets) {
      const grouped = selectionsOf(expr).flatMap(({ labels }) => labels)
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(grouped.includes(label), expr)
    }
  })

  it('include every metric and label in the alert rules', () => {
    for (const { alert, expr } of rules) assert.deepEqual(missing(expr), [], alert)
  })

  it('are all listed in docs/monitoring.md', () => {
    const listed = [...read('docs/monitoring.md').matchAll(/^\| `(sepet_\w+)` \|/gm)].map(([, name = '']) => name)
    const ours = [...metrics.keys()].filter(name => name.startsWith('sepet_'))
    const families = new Set(ours.map(name => name.replace(/_(bucket|sum|count)$/, '')))
    assert.deepEqual(listed.sort(), [...families].sort())
  })
})

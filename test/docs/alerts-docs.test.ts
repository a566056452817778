/** docs/alerts.md has what to do about each alert of deploy/prometheus/alerts.yaml, with metrics and variables that exist. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { variables } from '../../src/config/variables.ts'
import { codeWithin } from '../support/docs/markdown.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = 'docs/alerts.md'

interface Rule {
  alert: string
  labels: { severity: string }
  annotations: { runbook: string }
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap(group => group.rules)
const sections = new Map(
  read(PAGE)
    .split(/^## /m)
    .slice(1)
    .map(text => [text.slice(0, text.indexOf('\n')), text] as const),
)

describe('docs/alerts.md', () => {
  it('has a section for each alert, in the order of the file, and no other', () => {
    assert.deepEqual(
      [...sections.keys()],
      rules.map(({ alert }) => alert),
    )
  })

  it('states condition, meaning, what to look at and what to do for each alert', () => {
    for (const [name, text] of sections) {
      const labels = [...text.matchAll(/^- \*\*([^*]+):\*\* \S/gm)].map(([, label]) => label)
      assert.deepEqual(labels, ['Condition', 'Meaning', 'Look at', 'Do'], name)
    }
  })

  it('lists each alert with its severity', () => {
    const rows = [...read(PAGE).matchAll(/^\| \[(Sepet\w+)\]\(#\w+\) \| (\w+) \|/gm)].map(([, name, severity]) => [
      name,
      severity,
    ])
    assert.deepEqual(
      rows,
      rules.map(({ alert, labels }) => [alert, labels.severity]),
    )
  })

  it('names only metrics that docs/monitoring.md explains, and variables that exist', () => {
    const words = codeWithin(PAGE).map(({ text }) => text)
    const metrics = words.filter(word => /^(sepet|nodejs|process)_\w+$/.test(word))
    const names = words.filter(word => /^[A-Z]+(_[A-Z]+)+$/.test(word))
    assert.ok(metrics.length > 3 && names.length > 8)
    const monitoring = read('docs/monitoring.md')
    assert.deepEqual(
      metrics.filter(metric => !monitoring.includes(metric)),
      [],
    )
    assert.deepEqual(
      names.filter(name => !(name in variables)),
      [],
    )
  })
})

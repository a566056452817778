/** Finds the metrics and labels of a PromQL expression, with the grammar of Prometheus. */

import assert from 'node:assert/strict'
import { parser } from '@prometheus-io/lezer-promql'

type Node = ReturnType<typeof parser.parse>['topNode']

/** A metric, and the labels that select or group its series. */
export interface Selection {
  metric: string
  labels: string[]
}

/** Variables that Grafana replaces; every other `$name` is inside quotes. */
const INTERVALS = /\$__(rate_interval|interval|range)\b/g

/**
 * @returns all selections of an expression
 * @throws AssertionError when it is not valid PromQL
 */
export function selectionsOf(expression: string): Selection[] {
  const text = expression.replaceAll(INTERVALS, '5m')
  const root = parser.parse(text).topNode
  assert.ok(!descendants(root).some(node => node.type.isError), `not PromQL: ${expression}`)
  const textOf = ({ from, to }: Node) => text.slice(from, to)
  return named(root, 'VectorSelector').map(selector => ({
    metric: textOf(named(selector, 'Identifier')[0] as Node),
    labels: [...named(selector, 'LabelName'), ...groupings(selector)].map(textOf),
  }))
}

/** @returns the grouping labels of all aggregations around a selector */
function groupings(selector: Node): Node[] {
  const around: Node[] = []
  for (let node = selector.parent; node; node = node.parent) {
    if (node.name === 'AggregateExpr') around.push(...node.getChildren('AggregateModifier'))
  }
  return around.flatMap(modifier => named(modifier, 'LabelName'))
}

/** @returns the descendants with a node type */
function named(node: Node, name: string): Node[] {
  return descendants(node).filter(each => each.name === name)
}

/** @returns a node and all its descendants */
function descendants(node: Node): Node[] {
  const found = [node]
  for (const each of found) for (let child = each.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

/** Rebuilding of JSON values from their schema: a value has the members that its schema names, and no others. */

import type { TSchema } from 'typebox'
import { isObject } from './is-object.ts'

const checkedLater = Symbol('checked later')
/** The mark of a part that the code which reads it checks by itself: it is kept as it is. Descriptions of the API do not contain it. */
export const CHECKED_LATER = { [checkedLater]: true }

/** The parts of a JSON schema that this module reads. */
interface Node {
  [checkedLater]?: true
  type?: unknown
  const?: unknown
  enum?: unknown
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** Copies a value; undefined for one that is kept as it is, such as a text. */
type Copy = ((value: unknown) => unknown) | undefined

/**
 * Creates the function that rebuilds values of a schema: objects from the names of the schema, which must be own properties of the value,
 * and lists item by item. A part of a scalar type is kept as it is, as is one of another type than the schema's.
 * Objects that are alternatives of each other are not told apart: an `anyOf` has at most one object and one list.
 * @throws Error for a schema with two such alternatives, with a property that objects inherit, or with a part that could hold any member
 */
export function createRebuild(schema: TSchema): (value: unknown) => unknown {
  return copyOf(schema as Node) ?? (value => value)
}

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

function copyOf(node: Node): Copy {
  const { properties, items, anyOf } = node
  if (anyOf) return copyAlternative(anyOf)
  if (properties) return copyObject(properties)
  if (items) return copyList(items)
  if (node[checkedLater] || SCALARS.includes(node.type) || 'const' in node || 'enum' in node) return undefined
  throw new Error(`A value of this schema could hold any member: ${JSON.stringify(node)}`)
}

function copyObject(properties: Record<string, Node>): Copy {
  const inherited = Object.keys(properties).find(name => name in Object.prototype)
  if (inherited !== undefined) throw new Error(`Every object inherits ${inherited}: a schema cannot name it.`)
  const copies = Object.entries(properties).map(([name, property]) => ({ name, copy: copyOf(property) }))
  return value => {
    if (!isObject(value)) return value
    const rebuilt: Record<string, unknown> = {}
    for (const { name, copy } of copies) {
      if (Object.hasOwn(value, name)) rebuilt[name] = copy ? copy(value[name]) : value[name]
    }
    return rebuilt
  }
}

function copyList(item: Node): Copy {
  const copy = copyOf(item)
  return copy && (value => (Array.isArray(value) ? value.map(copy) : value))
}

function copyAlternative(alternatives: Node[]): Copy {
  const copies = alternatives.map(each => ({ isList: each.items !== undefined, copy: copyOf(each) }))
  const [copyOfObject, ...otherObjects] = copies.filter(each => each.copy && !each.isList)
  const [copyOfList, ...otherLists] = copies.filter(each => each.copy && each.isList)
  if (otherObjects.length + otherLists.length > 0) throw new Error('A schema has two alternatives of one kind.')
  if (!copyOfObject && !copyOfList) return undefined
  return value => {
    const copy = (Array.isArray(value) ? copyOfList : copyOfObject)?.copy
    return copy ? copy(value) : value
  }
}

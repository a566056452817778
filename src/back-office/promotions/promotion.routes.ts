/** The endpoints of coupons and campaigns, which differ in keys, schemas and texts alone: list, read, create or replace, delete. */

import type { onRequestAsyncHookHandler } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import type { OperationDocs } from '../../http/operation-docs.ts'
import { alreadyExists, CreateOnlyHeader, createsOnly } from '../../http/request/preconditions.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { firstPage, type KeysetQuery, keysetParameters, keysetReaders, presentPage } from '../../schema/keyset.ts'
import { readParameters } from '../../schema/parameters.ts'
import { presentSaved } from './promotion.document.ts'
import type { PromotionKey, Section, Stored } from './promotion.ts'
import { type PromotionInput, requireRecord, warningsOf } from './promotion-input.ts'
import type { PromotionStore } from './promotions.store.ts'

/** The dependencies of the endpoints. */
export interface PromotionDependencies {
  store: PromotionStore
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Parameters of a path by name. */
export type PathParameters = Readonly<Record<string, string>>

/** What tells coupons and campaigns apart. */
export interface PromotionKind<S extends Section> {
  section: S
  /** Path of the list. */
  url: string
  /** Name of the key in the path below the list. */
  parameter: 'code' | 'id'
  /** Name of the key in audit lines, where it is not the parameter's. */
  auditedId?: string
  keyType: 'string' | 'number'
  /** The key of a stored promotion. */
  keyOf: (promotion: Stored[S]) => PromotionKey
  /** The key in a path; of a text that no promotion can have, a key that none has. */
  keyInPath: (parameters: PathParameters) => PromotionKey
  /** Hooks that refuse a path with 400 before the body is read. */
  requirePath: { save: onRequestAsyncHookHandler; others?: onRequestAsyncHookHandler }
  readInput: (parameters: PathParameters, body: unknown) => PromotionInput<S>
  present: (promotion: Stored[S]) => object
  /** Text of a saved promotion's key in `Location`, before it is percent-encoded. */
  locationOf: (promotion: Stored[S]) => string
  /** Creates the refusal of an unknown promotion, 404. */
  unknown: () => Refusal
  schemas: Readonly<Record<'path' | 'input' | 'page' | 'one' | 'saved', TSchema>>
  docs: Readonly<Record<'list' | 'read' | 'save' | 'delete', OperationDocs>>
}

/** Registers the endpoints of a kind; reads need `promotions:read`, writes `promotions:write`. */
export function promotionRoutes<S extends Section>(
  app: App,
  dependencies: PromotionDependencies,
  kind: PromotionKind<S>,
): void {
  registerList(app, dependencies, kind)
  registerRead(app, dependencies, kind)
  registerSave(app, dependencies, kind)
  registerDelete(app, dependencies, kind)
}

function registerList<S extends Section>(
  app: App,
  { store, publicUrl }: PromotionDependencies,
  { section, url, keyType, keyOf, present, schemas, docs }: PromotionKind<S>,
): void {
  const readers = keysetReaders<KeysetQuery>([keyType])
  const handles = { querystring: Type.Object(keysetParameters) }
  app.get(
    url,
    { config: { access: 'promotions:read', handles, docs: docs.list }, schema: { response: { 200: schemas.page } } },
    async request => {
      requireDecodable(request.url)
      const { limit, after: [after] = [] } = readParameters<KeysetQuery>(request.given.query, readers, { ...firstPage })
      const { promotions: rows, hasMore } = await store.findPage(section, { after, limit })
      const keysOf = (promotion: Stored[S]) => [keyOf(promotion)]
      const last = rows.at(-1)
      const examinedTo = hasMore && last ? keysOf(last) : undefined
      return presentPage({ rows, limit, keyOf: keysOf, examinedTo, url: `${publicUrl}${url}` }, present)
    },
  )
}

function registerRead<S extends Section>(app: App, { store }: PromotionDependencies, kind: PromotionKind<S>): void {
  const { section, schemas, requirePath } = kind
  app.get(
    pathOf(kind),
    {
      config: { access: 'promotions:read', docs: kind.docs.read },
      schema: { params: schemas.path, response: { 200: schemas.one } },
      ...(requirePath.others && { onRequest: requirePath.others }),
    },
    async ({ params }) => {
      const promotion = await store.find(section, kind.keyInPath(params as PathParameters))
      if (!promotion) throw kind.unknown()
      return { data: kind.present(promotion) }
    },
  )
}

function registerSave<S extends Section>(
  app: App,
  { store, publicUrl, now }: PromotionDependencies,
  kind: PromotionKind<S>,
): void {
  const { section, schemas, present } = kind
  const handles = { headers: Type.Object(CreateOnlyHeader), body: schemas.input }
  const config = { ...writeConfig(kind), precondition: 'create-only', handles, docs: kind.docs.save } as const
  app.put(
    pathOf(kind),
    {
      config,
      schema: { params: schemas.path, response: { 200: schemas.saved, 201: schemas.saved } },
      onRequest: kind.requirePath.save,
    },
    async ({ params, namedHeaders, given, actor }, reply) => {
      const input = kind.readInput(params as PathParameters, given.body)
      const record = await requireRecord(input, store.explainReferences)
      const key = kind.keyInPath(params as PathParameters)
      const promotion = { section, key, record, references: input.references, createsOnly: createsOnly(namedHeaders) }
      const saved = await store.save(promotion, { actor, at: now() })
      if (saved === 'exists') throw alreadyExists()
      const [before, data] = [saved.before && present(saved.before), present(saved.now)]
      const document = presentSaved(data, warningsOf(input, { before, now: data }))
      if (before) return document
      const location = `${publicUrl}${kind.url}/${encodeURIComponent(kind.locationOf(saved.now))}`
      return reply.code(201).header('Location', location).send(document)
    },
  )
}

function registerDelete<S extends Section>(
  app: App,
  { store, now }: PromotionDependencies,
  kind: PromotionKind<S>,
): void {
  const { section, schemas, requirePath } = kind
  app.delete(
    pathOf(kind),
    {
      config: { ...writeConfig(kind), docs: kind.docs.delete },
      schema: { params: schemas.path },
      ...(requirePath.others && { onRequest: requirePath.others }),
    },
    async ({ params, actor }, reply) => {
      const key = kind.keyInPath(params as PathParameters)
      if (!(await store.delete(section, key, { actor, at: now() }))) throw kind.unknown()
      return reply.code(204).send()
    },
  )
}

function pathOf({ url, parameter }: Pick<PromotionKind<Section>, 'url' | 'parameter'>): string {
  return `${url}/:${parameter}`
}

function writeConfig({ auditedId }: Pick<PromotionKind<Section>, 'auditedId'>) {
  return { access: 'promotions:write', ...(auditedId !== undefined && { auditedId }) } as const
}

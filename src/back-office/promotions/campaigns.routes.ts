/** The campaign endpoints of the admin API: list, read, create or replace, delete. */

import Type from 'typebox'
import { CAMPAIGNS } from '../../api-paths.ts'
import { Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { ID_RULE, idInPath } from '../../schema/fields.ts'
import { firstPage, type KeysetQuery, keysetParameters, keysetReaders, presentPage } from '../../schema/keyset.ts'
import { readParameters } from '../../schema/parameters.ts'
import type { PromotionDependencies } from './coupons.routes.ts'
import { CampaignPage, OneCampaign, presentCampaign, presentSaved, SavedCampaign } from './promotion.document.ts'
import { BODY_LIMIT_BYTES, CampaignInput } from './promotion.schema.ts'
import { readCampaign, requireRecord, warningsOf } from './promotion-input.ts'
import * as docs from './promotions.docs.ts'

const CampaignPath = Type.Object({ id: Type.String() })
const readers = keysetReaders<KeysetQuery>(['number'])
const section = 'campaigns'
const path = `${CAMPAIGNS}/:id`
const auditedId = 'campaignId'

/** Registers the campaign endpoints. */
export function campaignRoutes(app: App, dependencies: PromotionDependencies): void {
  registerReads(app, dependencies)
  registerWrites(app, dependencies)
}

function registerReads(app: App, { store, publicUrl }: PromotionDependencies): void {
  const access = 'promotions:read'

  app.get(
    CAMPAIGNS,
    {
      config: { access, handles: { querystring: Type.Object(keysetParameters) }, docs: docs.listCampaigns },
      schema: { response: { 200: CampaignPage } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after: [after] = [] } = readParameters<KeysetQuery>(request.query, readers, { ...firstPage })
      const { promotions: rows, hasMore } = await store.findPage(section, { after, limit })
      const keyOf = ({ id }: { id: number }) => [id]
      const last = rows.at(-1)
      const examinedTo = hasMore && last ? keyOf(last) : undefined
      return presentPage({ rows, limit, keyOf, examinedTo, url: `${publicUrl}${CAMPAIGNS}` }, presentCampaign)
    },
  )

  app.get(
    path,
    {
      config: { access, docs: docs.readCampaign },
      schema: { params: CampaignPath, response: { 200: OneCampaign } },
    },
    async ({ params: { id } }) => {
      const campaign = await store.find(section, idInPath(id))
      if (!campaign) throw unknownCampaign()
      return { data: presentCampaign(campaign) }
    },
  )
}

function registerWrites(app: App, { store, publicUrl, now }: PromotionDependencies): void {
  const access = 'promotions:write'

  app.put(
    path,
    {
      config: { access, auditedId, handles: { body: CampaignInput }, docs: docs.saveCampaign },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { params: CampaignPath, response: { 200: SavedCampaign, 201: SavedCampaign } },
      onRequest: async ({ params }) => void requireId((params as { id: string }).id),
    },
    async ({ params, body, actor }, reply) => {
      const key = requireId(params.id)
      const input = readCampaign(key, body)
      const record = await requireRecord(input, store.explainReferences)
      const promotion = { section, key, record, references: input.references } as const
      const saved = await store.save(promotion, { actor, at: now() })
      const [before, data] = [saved.before && presentCampaign(saved.before), presentCampaign(saved.now)]
      const document = presentSaved(data, warningsOf(input, { before, now: data }))
      if (before) return document
      return reply.code(201).header('Location', `${publicUrl}${CAMPAIGNS}/${key}`).send(document)
    },
  )

  app.delete(
    path,
    { config: { access, auditedId, docs: docs.deleteCampaign }, schema: { params: CampaignPath } },
    async ({ params: { id }, actor }, reply) => {
      if (!(await store.delete(section, idInPath(id), { actor, at: now() }))) throw unknownCampaign()
      return reply.code(204).send()
    },
  )
}

/** @throws Refusal 400 for a text that no campaign can have as its id */
function requireId(text: string): number {
  const id = idInPath(text)
  if (id !== 0) return id
  throw new Refusal({ code: 'parameter_invalid', parameter: 'id', detail: `id must be ${ID_RULE}.` })
}

function unknownCampaign(): Refusal {
  return refusal('campaign_not_found', 'There is no campaign with this id.')
}

/**
 * The campaign endpoints of the admin API: list, read, create or replace, delete. Only a write refuses a text that is no id with 400; for the
 * others it is an unknown campaign.
 */

import Type from 'typebox'
import { CAMPAIGNS } from '../../api-paths.ts'
import { Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { RecordStateHeaders } from '../../http/request/preconditions.ts'
import { requireDecodable } from '../../http/request/query.ts'
import type { Campaign } from '../../model/campaign.ts'
import { ID_RULE, idInPath } from '../../schema/fields.ts'
import { foldAccents } from '../../schema/fold-accents.ts'
import { keyset } from '../../schema/keyset.ts'
import { defineQuery, filledText } from '../../schema/list-query.ts'
import {
  CampaignPage,
  OneCampaign,
  presentCampaign,
  presentPromotions,
  presentSaved,
  SavedCampaign,
} from './promotion.document.ts'
import { CampaignInput } from './promotion.schema.ts'
import * as docs from './promotions.docs.ts'
import type { PromotionStore } from './promotions.store.ts'
import { readCampaign, requireRecord } from './read-promotion.ts'
import { recordQuery } from './record-query.ts'
import { createStateCheck } from './state-check.http.ts'

const CampaignPath = Type.Object({ id: Type.String() })

const pageQuery = defineQuery({
  ...keyset('number'),
  'filter[name]': filledText(
    {
      maxLength: 100,
      pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
      rule: 'a text of 1 to 100 characters that are not all blanks',
      description:
        'words that the name contains, in any order, without regard to case and accents; a part of a word is enough',
    },
    text => foldAccents(text) || undefined,
  ),
})
const keyOf = ({ id }: Campaign) => [id]

interface Dependencies {
  store: PromotionStore
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the campaign endpoints. */
export function campaignRoutes(app: App, dependencies: Dependencies): void {
  registerReads(app, dependencies)
  registerWrites(app, dependencies)
}

function registerReads(app: App, { store, publicUrl, now }: Dependencies): void {
  const access = 'promotions:read'

  app.get(
    CAMPAIGNS,
    {
      config: { access, validatedByHandler: { querystring: pageQuery.schema }, docs: docs.listCampaigns },
      schema: { response: { 200: CampaignPage } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after, filters, given } = pageQuery.read(request.given.query)
      const page = await store.findPage('campaigns', { after: after?.[0], limit, sought: filters.name, now: now() })
      return presentPromotions(
        page,
        { limit, keyOf, url: `${publicUrl}${CAMPAIGNS}`, parameters: given },
        presentCampaign,
      )
    },
  )

  app.get(
    `${CAMPAIGNS}/:id`,
    {
      config: { access, etag: true, validatedByHandler: { querystring: recordQuery.schema }, docs: docs.readCampaign },
      schema: { params: CampaignPath, response: { 200: OneCampaign } },
    },
    async ({ params, url, given }) => {
      requireDecodable(url)
      const { include } = recordQuery.read(given.query)
      const key = idInPath(params.id)
      const campaign = await store.find('campaigns', key)
      if (!campaign) throw unknownCampaign()
      const data = presentCampaign(campaign)
      return include ? { data, meta: { uses: await store.findUses('campaigns', key, now()) } } : { data }
    },
  )
}

function registerWrites(app: App, { store, publicUrl, now }: Dependencies): void {
  const write = { access: 'promotions:write', auditedId: 'campaignId' } as const

  app.put(
    `${CAMPAIGNS}/:id`,
    {
      config: {
        ...write,
        precondition: 'record-state',
        validatedByHandler: { headers: Type.Object(RecordStateHeaders), body: CampaignInput },
        docs: docs.saveCampaign,
      },
      schema: { params: CampaignPath, response: { 200: SavedCampaign, 201: SavedCampaign } },
      onRequest: async ({ params }) => requireId(params.id),
    },
    async ({ params, namedHeaders, given, author }, reply) => {
      const key = idInPath(params.id)
      const input = readCampaign(key, given.body)
      const record = await requireRecord(input, store.explainReferences)
      const { references } = input
      const campaign = {
        section: 'campaigns',
        key,
        record,
        references,
        requireState: createStateCheck<Campaign>(namedHeaders, { schema: OneCampaign, present: presentCampaign }),
      } as const
      const saved = await store.save(campaign, { ...author, at: now() })
      const warnings = [...input.warnings, ...(await store.warnOfUnknown(saved.now))]
      const document = presentSaved(saved, { ...input, warnings }, presentCampaign)
      if (saved.before) return document
      return reply.code(201).header('Location', `${publicUrl}${CAMPAIGNS}/${saved.now.id}`).send(document)
    },
  )

  app.delete(
    `${CAMPAIGNS}/:id`,
    { config: { ...write, docs: docs.deleteCampaign }, schema: { params: CampaignPath } },
    async ({ params, author }, reply) => {
      const isDeleted = await store.delete('campaigns', idInPath(params.id), { ...author, at: now() })
      if (!isDeleted) throw unknownCampaign()
      return reply.code(204).send()
    },
  )
}

/** @throws Refusal 400 for a text that no campaign can have as its id */
function requireId(text: string): void {
  if (idInPath(text) !== 0) return
  throw new Refusal({ code: 'parameter_invalid', parameter: 'id', detail: `id must be ${ID_RULE}.` })
}

function unknownCampaign(): Refusal {
  return refusal('campaign_not_found')
}

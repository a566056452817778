/** The endpoints of a campaign’s codes: make, list, switch a batch off, and list the batches. */

import Type from 'typebox'
import { CAMPAIGNS } from '../../../api-paths.ts'
import { refusal } from '../../../errors.ts'
import type { App } from '../../../http/fastify-types.ts'
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  idempotencyKeyOf,
  KEY_PATTERN,
} from '../../../http/request/idempotency-key.ts'
import { requireDecodable } from '../../../http/request/query.ts'
import { idInPath } from '../../../schema/fields.ts'
import { presentPage } from '../../../schema/keyset.ts'
import { warnOfUnknownFields } from '../../../schema/warnings.ts'
import type { PromotionStore } from '../promotions.store.ts'
import type { BatchPage, BatchPageQuery } from './batches.store.ts'
import type { CodePage, CodePageQuery } from './code-list.store.ts'
import { batchesQuery, codesQuery, switchOffQuery } from './code-queries.ts'
import * as docs from './codes.docs.ts'
import {
  BatchPageDocument,
  CodePageDocument,
  codeRows,
  NewCodesDocument,
  SwitchedOffDocument,
} from './codes.document.ts'
import type { MakeCodes } from './make-codes.store.ts'
import { CodeOrderInput, readCodeOrder } from './read-code-order.ts'
import type { SwitchOffBatch } from './switch-off-batch.store.ts'

const CampaignPath = Type.Object({ id: Type.String() })
const KeyHeader = Type.Object({
  [IDEMPOTENCY_KEY]: Type.Optional(
    Type.String({
      pattern: KEY_PATTERN,
      description: 'a key of these codes alone, with which the request may be repeated for a day',
    }),
  ),
})

/** Dependencies of the endpoints. */
export interface CodesDependencies {
  store: Pick<PromotionStore, 'find'>
  makeCodes: MakeCodes
  findCodes: (query: CodePageQuery) => Promise<CodePage>
  findBatches: (query: BatchPageQuery) => Promise<BatchPage>
  switchOffBatch: SwitchOffBatch
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoints. */
export function codesRoutes(app: App, dependencies: CodesDependencies): void {
  registerWrites(app, dependencies)
  registerLists(app, dependencies)
}

function registerWrites(app: App, { makeCodes, switchOffBatch, now }: CodesDependencies): void {
  const write = { access: 'promotions:write', auditedId: 'campaignId' } as const

  app.post(
    `${CAMPAIGNS}/:id/codes`,
    {
      config: {
        ...write,
        validatedByHandler: { headers: KeyHeader, body: CodeOrderInput },
        docs: docs.createCodes,
      },
      schema: { params: CampaignPath, response: { 201: NewCodesDocument } },
    },
    async (request, reply) => {
      const { params, namedHeaders, given, author } = request
      const idempotencyKey = idempotencyKeyOf(namedHeaders)
      const order = readCodeOrder(given.body)
      const { made, isReplayed } = await makeCodes(
        { campaignId: idInPath(params.id), order, idempotencyKey },
        { ...author, at: now() },
      )
      request.targets = { ...made }
      if (isReplayed) reply.header(IDEMPOTENCY_REPLAYED, 'true')
      const { warnings } = warnOfUnknownFields(CodeOrderInput, given.body)
      return reply.code(201).send({ data: made, ...(warnings.length > 0 && { meta: { warnings } }) })
    },
  )

  app.delete(
    `${CAMPAIGNS}/:id/codes`,
    {
      config: { ...write, validatedByHandler: { querystring: switchOffQuery.schema }, docs: docs.switchOffCodes },
      schema: { params: CampaignPath, response: { 200: SwitchedOffDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const { params, given, author } = request
      const batch = switchOffQuery.read(given.query).filters.batch ?? ''
      const count = await switchOffBatch({ campaignId: idInPath(params.id), batch }, { ...author, at: now() })
      request.targets = { batch, count }
      return { data: { batch, count } }
    },
  )
}

function registerLists(app: App, { store, findCodes, findBatches, publicUrl }: CodesDependencies): void {
  const access = 'promotions:read'
  const requireCampaign = async (id: number) => {
    if (!(await store.find('campaigns', id))) throw refusal('campaign_not_found')
  }

  app.get(
    `${CAMPAIGNS}/:id/codes`,
    {
      config: { access, validatedByHandler: { querystring: codesQuery.schema }, docs: docs.listCodes },
      schema: { params: CampaignPath, response: { 200: CodePageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after, filters, given: parameters } = codesQuery.read(request.given.query)
      const campaignId = idInPath(request.params.id)
      await requireCampaign(campaignId)
      const { batch, used, code: beginning } = filters
      const page = await findCodes({ campaignId, batch, used, beginning, after: after?.[0] as string, limit })
      const url = `${publicUrl}${CAMPAIGNS}/${campaignId}/codes`
      return presentKeyed(codeRows(page), page.continueAfter, { limit, url, parameters })
    },
  )

  app.get(
    `${CAMPAIGNS}/:id/batches`,
    {
      config: { access, validatedByHandler: { querystring: batchesQuery.schema }, docs: docs.listBatches },
      schema: { params: CampaignPath, response: { 200: BatchPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after, given: parameters } = batchesQuery.read(request.given.query)
      const campaignId = idInPath(request.params.id)
      await requireCampaign(campaignId)
      const { batches, continueAfter } = await findBatches({ campaignId, after: after?.[0] as string, limit })
      const url = `${publicUrl}${CAMPAIGNS}/${campaignId}/batches`
      return presentKeyed(batches, continueAfter, { limit, url, parameters })
    },
  )
}

/** Presents a page whose end is known by the key after which it goes on. */
function presentKeyed<Row>(
  rows: Row[],
  continueAfter: string | undefined,
  page: { limit: number; url: string; parameters: Record<string, string> },
) {
  const examinedTo = continueAfter === undefined ? undefined : [continueAfter]
  return presentPage({ ...page, rows, keyOf: () => [], examinedTo }, row => row)
}

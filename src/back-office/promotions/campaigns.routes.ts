/** The campaign endpoints of the admin API. */

import Type from 'typebox'
import { CAMPAIGNS } from '../../api-paths.ts'
import { Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { ID_RULE, idInPath } from '../../schema/fields.ts'
import { CampaignPage, OneCampaign, presentCampaign, SavedCampaign } from './promotion.document.ts'
import {
  type PathParameters,
  type PromotionDependencies,
  type PromotionKind,
  promotionRoutes,
} from './promotion.routes.ts'
import { CampaignInput } from './promotion.schema.ts'
import { readCampaign } from './promotion-input.ts'
import * as docs from './promotions.docs.ts'

const idIn = ({ id = '' }: PathParameters) => idInPath(id)

const campaigns: PromotionKind<'campaigns'> = {
  section: 'campaigns',
  url: CAMPAIGNS,
  parameter: 'id',
  auditedId: 'campaignId',
  keyType: 'number',
  keyOf: ({ id }) => id,
  keyInPath: idIn,
  requirePath: { save: async ({ params }) => requireId(params as PathParameters) },
  readInput: (parameters, body) => readCampaign(idIn(parameters), body),
  present: presentCampaign,
  locationOf: ({ id }) => String(id),
  unknown: () => refusal('campaign_not_found', 'There is no campaign with this id.'),
  schemas: {
    path: Type.Object({ id: Type.String() }),
    input: CampaignInput,
    page: CampaignPage,
    one: OneCampaign,
    saved: SavedCampaign,
  },
  docs: { list: docs.listCampaigns, read: docs.readCampaign, save: docs.saveCampaign, delete: docs.deleteCampaign },
}

/** Registers the campaign endpoints. Only a write refuses a text that is no id with 400; for the others it is an unknown campaign. */
export function campaignRoutes(app: App, dependencies: PromotionDependencies): void {
  promotionRoutes(app, dependencies, campaigns)
}

/** @throws Refusal 400 for a text that no campaign can have as its id */
function requireId(parameters: PathParameters): void {
  if (idIn(parameters) !== 0) return
  throw new Refusal({ code: 'parameter_invalid', parameter: 'id', detail: `id must be ${ID_RULE}.` })
}

/** The names of groups and campaigns that the conditions of a cart have numbers of. */

import { Problem } from '../../../ui/request.js'
import { readGroups } from '../customers/group-names.js'

/**
 * Reads the names; without those of groups where they cannot be read.
 * @param {import('../../app.js').App} app
 * @param {Pick<import('./cart-types.js').OwnerCart, 'campaigns'>} owned
 * @returns {Promise<import('./condition-text.js').Names>}
 */
export async function namesFor(app, { campaigns }) {
  const groups = await readGroups(app).catch(error => {
    if (error instanceof Problem) return []
    throw error
  })
  return {
    groups: new Map(groups.map(({ id, name }) => [id, name])),
    campaigns: new Map(campaigns.map(({ id, name }) => [id, name])),
  }
}

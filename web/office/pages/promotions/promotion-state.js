/** The state of a coupon or campaign by its switch, its period and its uses. */

const NO_USES = { completed: 0, held: 0 }

/** @typedef {{ completed: number, held: number }} Uses */
/** @typedef {'off' | 'ended' | 'usedUp' | 'planned' | 'active'} PromotionState */

/**
 * @typedef {object} Validity
 * @property {boolean} active
 * @property {string | null} startsAt
 * @property {string | null} endsAt it has ended at this time
 * @property {number | null} usageLimit
 * @property {number} usageCount uses that count towards the limit: of a record those outside Sepet alone
 */

/**
 * The records of a page of the API, whose uses are all that count towards the limit: outside Sepet, by orders, and by living holds.
 * @template {{ usageCount: number }} R
 * @param {{ data: R[], meta: { uses: { completed: number, held: number }[] } }} page
 * @returns {R[]}
 */
export function withAllUses({ data, meta }) {
  return data.map((record, at) => withUses(record, meta.uses[at] ?? NO_USES))
}

/**
 * A record whose uses are all that count towards the limit.
 * @template {{ usageCount?: number }} R
 * @param {R} record
 * @param {Uses} [uses] by orders, and by living holds
 * @returns {R}
 */
export function withUses(record, { completed, held } = NO_USES) {
  return { ...record, usageCount: (record.usageCount ?? 0) + completed + held }
}

/**
 * The state: of several reasons not to apply the first that staff have to change.
 * @param {Validity} validity
 * @param {number} now milliseconds since the epoch
 * @returns {PromotionState}
 */
export function stateOf({ active, startsAt, endsAt, usageLimit, usageCount }, now) {
  if (!active) return 'off'
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'ended'
  if (usageLimit !== null && usageCount >= usageLimit) return 'usedUp'
  return startsAt !== null && Date.parse(startsAt) > now ? 'planned' : 'active'
}

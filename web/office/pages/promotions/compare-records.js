/** Compares what two people have made of one record, field by field, and puts their changes together. */

import { setAt, valueAt } from './promotion-record.js'

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** Fields that are chosen together, since one has no meaning without the others. @typedef {{ name: string, fields: string[] }} Unit */
/** Whose value is taken. @typedef {'mine' | 'theirs'} Side */

/**
 * A unit that somebody has changed.
 * @typedef {object} Difference
 * @property {Unit} unit
 * @property {'mine' | 'theirs' | 'both'} changedBy `both`: to different values
 */

/**
 * Finds what was changed since a record was read; a change that both have made is none.
 * @param {readonly Unit[]} units
 * @param {{ base: PromotionRecord, mine: PromotionRecord, theirs: PromotionRecord }} records
 * @returns {Difference[]}
 */
export function differencesOf(units, { base, mine, theirs }) {
  return units.flatMap(unit => {
    if (isSame(unit, mine, theirs)) return []
    const [isMine, isTheirs] = [!isSame(unit, base, mine), !isSame(unit, base, theirs)]
    return [{ unit, changedBy: isMine && isTheirs ? 'both' : isMine ? 'mine' : 'theirs' }]
  })
}

/** What is chosen before anybody has: the side that has changed the unit, and none where both have. @param {Difference[]} differences */
export function firstChoices(differences) {
  const clear = differences.filter(({ changedBy }) => changedBy !== 'both')
  return /** @type {Record<string, Side>} */ (
    Object.fromEntries(clear.map(({ unit, changedBy }) => [unit.name, changedBy]))
  )
}

/**
 * Puts a record together: theirs, with the units that are chosen from mine.
 * @param {Difference[]} differences
 * @param {{ mine: PromotionRecord, theirs: PromotionRecord }} records
 * @param {Record<string, Side>} choices by the name of the unit
 */
export function mergedRecord(differences, { mine, theirs }, choices) {
  const merged = structuredClone(theirs)
  for (const { unit } of differences) {
    if (choices[unit.name] !== 'mine') continue
    for (const field of unit.fields) setAt(merged, field, structuredClone(valueAt(mine, field)))
  }
  return merged
}

/** Whether two records are equal in every unit. @param {readonly Unit[]} units @param {PromotionRecord} one @param {PromotionRecord} other */
export function isSameRecord(units, one, other) {
  return units.every(unit => isSame(unit, one, other))
}

/** The names of the units that differ. @param {readonly Unit[]} units @param {PromotionRecord} one @param {PromotionRecord} other */
export function changedUnits(units, one, other) {
  return units.filter(unit => !isSame(unit, one, other)).map(({ name }) => name)
}

/** @param {Unit} unit @param {PromotionRecord} one @param {PromotionRecord} other */
function isSame({ fields }, one, other) {
  return fields.every(field => canonical(valueAt(one, field)) === canonical(valueAt(other, field)))
}

/** A text that equal values share: a member that is null or an empty list is one that is left out. @param {any} value @returns {string} */
function canonical(value) {
  if (isNothing(value)) return 'null'
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.keys(value).filter(key => !isNothing(value[key]))
  return `{${members.sort().map(key => `${key}:${canonical(value[key])}`)}}`
}

/** @param {any} value */
function isNothing(value) {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

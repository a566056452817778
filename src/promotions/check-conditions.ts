/** Checks tables of conditions. */

import type { CheckedCondition, Condition, ConditionName, ConditionTable } from './condition.ts'
import type { PromotionContext } from './promotion-context.ts'

/** Returns whether a promotion meets all conditions. */
export function allHold<Promotion>(
  conditions: readonly Pick<Condition<Promotion, never>, 'holds'>[],
  promotion: Promotion,
  context: PromotionContext,
): boolean {
  return conditions.every(({ holds }) => holds(promotion, context))
}

/** Checks every condition of a table that a promotion has, including those after the first that does not hold. */
export function checkAll<Promotion, Name extends ConditionName>(
  table: ConditionTable<Promotion, Name>,
  promotion: Promotion,
  context: PromotionContext,
): CheckedCondition<Name>[] {
  const asked = namesOf(table).filter(name => table[name].isAsked?.(promotion, context) ?? true)
  return asked.map(name => check(table, name, promotion, context))
}

/** Returns the conditions of a table that do not hold. */
export function findFailed<Promotion, Name extends ConditionName>(
  table: ConditionTable<Promotion, Name>,
  promotion: Promotion,
  context: PromotionContext,
): CheckedCondition<Name>[] {
  const failed = namesOf(table).filter(name => !table[name].holds(promotion, context))
  return failed.map(name => check(table, name, promotion, context))
}

function namesOf<Name extends ConditionName>(table: Record<Name, unknown>): Name[] {
  return Object.keys(table) as Name[]
}

function check<Promotion, Name extends ConditionName>(
  table: ConditionTable<Promotion, Name>,
  name: Name,
  promotion: Promotion,
  context: PromotionContext,
): CheckedCondition<Name> {
  const { holds, values: valuesOf, detail } = table[name]
  const values = valuesOf(promotion, context)
  return { name, holds: holds(promotion, context), detail: detail(values), values } as CheckedCondition<Name>
}

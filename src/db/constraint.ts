/** Tells a write that a constraint of the schema stood against: a unique index, or a reference to nothing. */

const POSTGRES = ['23505', '23503']
/** SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY and _FOREIGNKEY. */
const SQLITE = [2067, 1555, 787]

/** Whether a constraint was violated, so that nothing was written. */
export function isConstraintViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return POSTGRES.includes(code ?? '') || SQLITE.includes(errcode ?? 0)
}

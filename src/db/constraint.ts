/** Constraint violations: recognises a write that a unique index or a foreign key has rejected. */

/** SQLSTATE codes unique_violation and foreign_key_violation. */
const POSTGRES = ['23505', '23503']
/** SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY and _FOREIGNKEY. */
const SQLITE = [2067, 1555, 787]

/** Whether an error of either engine is a constraint violation; the statement has written nothing. */
export function isConstraintViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return POSTGRES.includes(code ?? '') || SQLITE.includes(errcode ?? 0)
}

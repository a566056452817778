/** The table whose one row is the lock of migrations: distributed PostgreSQL databases have no advisory locks. */
export const LOCK_TABLE = 'schema_migration_lock'

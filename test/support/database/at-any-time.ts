/** Statements that a running server sends at any time, whether or not it gets a request: deliveries of webhooks, and its own mark. */

const TABLES = /webhook|server_marks|transfer_mark/

/** Whether a server sends the statement at any time, by the tables that its text names. */
export function isSentAtAnyTime(statement: string): boolean {
  return TABLES.test(statement)
}

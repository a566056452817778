/** The addresses of the reference's pages, and of what they describe. */

/** The overview. */
export const OVERVIEW = '/docs'
/** The page of all error codes. */
export const ERRORS = '/docs/errors'
/** The page of all schemas. */
export const SCHEMAS = '/docs/schemas'
/** The search: `?q=` is the query. */
export const SEARCH = '/docs/search'

/** Returns the last segment of a subject's address, such as `checkout-handoff`; on the overview it is the subject's anchor. */
export function slugOf(subject: string): string {
  return subject.toLowerCase().replaceAll(' ', '-')
}

/** Returns the address of a subject's page. */
export function subjectAddress(subject: string): string {
  return `${OVERVIEW}/${slugOf(subject)}`
}

/** Returns the address of an operation on the page of its subject. */
export function operationAddress({
  tags: [subject = ''],
  operationId,
}: {
  tags: string[]
  operationId: string
}): string {
  return `${subjectAddress(subject)}#${operationId}`
}

/** Returns the address of an error code. */
export function errorAddress(code: string): string {
  return `${ERRORS}#${code}`
}

/** Returns the address of a schema. */
export function schemaAddress(name: string): string {
  return `${SCHEMAS}#${name}`
}

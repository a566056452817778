/** Writes the index of docs/errors.md: a table of the error codes of each HTTP status. */

import { STATUS_CODES } from 'node:http'
import { refusalCodes, statusOf } from '../../src/errors.ts'
import { errorGuide } from '../../src/openapi/reference/error-guide.ts'

/** @returns a heading and a table for each status, in ascending order */
export function describeErrors(): string {
  const statuses = [...Map.groupBy(refusalCodes, code => statusOf({ code }))].sort(([a], [b]) => a - b)
  return statuses
    .map(([status, codes]) => {
      const rows = codes.map(code => `| \`${code}\` | ${errorGuide[code].cause} | ${errorGuide[code].cure} |`)
      const heading = `## ${status} ${STATUS_CODES[status]}`
      return [heading, '', '| Code | Cause | Cure |', '|---|---|---|', ...rows, ''].join('\n')
    })
    .join('\n')
}

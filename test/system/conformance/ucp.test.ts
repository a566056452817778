/** The Universal Commerce Protocol as its judges see it, in every version that Sepet speaks. */

import { describe } from 'node:test'
import { testJudges } from '../../support/conformance/judged.ts'
import { ucpCliJudges } from '../../support/conformance/ucp-cli.ts'
import { ucpSchemaJudges } from '../../support/conformance/ucp-schemas.ts'

describe('the Universal Commerce Protocol', () => {
  testJudges([...ucpCliJudges, ...ucpSchemaJudges])
})

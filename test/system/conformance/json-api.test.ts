/** Clients of JSON:API read the documents of Sepet. */

import { jsonApiClientJudges } from '../../support/conformance/json-api-clients.ts'
import { testJudges } from '../../support/conformance/judged.ts'

testJudges(jsonApiClientJudges)

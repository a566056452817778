/** The API description, and the clients that generators write from it: each compiles and makes a cart round trip. */

import { testJudges } from '../../support/conformance/judged.ts'
import { clientJudges } from '../../support/conformance/openapi-clients.ts'
import { documentJudges } from '../../support/conformance/openapi-document.ts'

testJudges([...documentJudges, ...clientJudges])

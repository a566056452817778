/** Webhooks of Sepet with the libraries of their receivers. */

import { testJudges } from '../../support/conformance/judged.ts'
import { webhookLibraries } from '../../support/conformance/webhook-libraries.ts'

testJudges([webhookLibraries])

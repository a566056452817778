/** Sepet with identity providers in the set-ups that real ones have: of the staff, and of customers. */

import { officeProviders, tokenProviders } from '../../support/conformance/identity-providers.ts'
import { testJudges } from '../../support/conformance/judged.ts'

testJudges([officeProviders, tokenProviders])

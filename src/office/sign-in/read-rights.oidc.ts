/** Reads the rights of a person again at the identity provider, by the refresh token of the session. */

import type { ReadRights, RightsRead } from '../session/current-rights.oidc.ts'
import type { Grant } from '../session/sealed-grant.crypto.ts'
import type { IdentityProvider, Renewed } from './identity-provider.oidc.ts'
import { ProviderFailure } from './provider-failure.oidc.ts'
import { readStaff, type StaffClaimSettings, type ToldByProvider } from './read-staff.ts'

/** What the reading uses. */
export interface RightsReaderDependencies {
  provider: IdentityProvider
  claims: StaffClaimSettings
  /** Called with each failure but the end of a session. */
  onFailure: (failure: ProviderFailure) => void
}

/** Creates the reading. A refused refresh, another person and a person without rights end the session. */
export function createRightsReader({ provider, claims, onFailure }: RightsReaderDependencies): ReadRights {
  return async (grant, subject) => {
    let renewed: Renewed | undefined
    try {
      renewed = await provider.renew(grant)
      return rightsOf(await renewed.tell(subject), { grant: renewed.grant, claims })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) {
        // A request that may not wait any more: the next refresh token must not be lost.
        if (renewed) return { grant: renewed.grant }
        throw error
      }
      if (error.problem === 'expired') return { hasEnded: true, grant: renewed?.grant }
      onFailure(error)
      // The provider may have replaced the refresh token, also where the rights cannot be read then.
      return { grant: renewed?.grant ?? grant }
    }
  }
}

function rightsOf(told: ToldByProvider, { grant, claims }: { grant: Grant; claims: StaffClaimSettings }): RightsRead {
  const staff = readStaff(told, claims)
  return 'problem' in staff ? { hasEnded: true, grant } : { staff, grant }
}

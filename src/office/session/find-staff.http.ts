/** The lookup of the staff's session by the cookie of a request. */

import { cookieOf } from '../../http/request/request-source.ts'
import type { FindStaff } from '../staff-door.http.ts'
import type { WithCurrentRights } from './current-rights.oidc.ts'
import type { OfficeCookies } from './office-cookies.ts'
import type { OfficeSessionStore } from './office-sessions.store.ts'

/** What the lookup uses. */
export interface StaffFinderDependencies {
  sessions: OfficeSessionStore
  cookies: OfficeCookies
  withCurrentRights: WithCurrentRights
}

/** Creates the lookup. */
export function createStaffFinder({ sessions, cookies, withCurrentRights }: StaffFinderDependencies): FindStaff {
  return async (request, now) => {
    const id = cookieOf(request, cookies.session)
    const session = id === undefined ? undefined : await sessions.findSession(id, now)
    return id === undefined || !session ? undefined : withCurrentRights(id, session, now)
  }
}

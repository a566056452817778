/** The lookup of the staff's session by the cookie of a request. */

import { cookieOf } from '../../http/request/request-source.ts'
import type { FindStaff } from '../staff-door.routes.ts'
import type { OfficeCookies } from './office-cookies.ts'
import type { OfficeSessionStore } from './office-sessions.store.ts'

/** Creates the lookup. */
export function createStaffFinder(sessions: OfficeSessionStore, cookies: OfficeCookies): FindStaff {
  return async (request, now) => {
    const id = cookieOf(request, cookies.session)
    return id === undefined ? undefined : sessions.findSession(id, now)
  }
}

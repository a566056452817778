/** The staff's door to the admin API: `/office/api/…` is the admin API for who has a session of the office. */

import type { IncomingMessage } from 'node:http'
import { type AccessToken, unauthorised } from '../auth/access.ts'
import { refusal } from '../errors.ts'
import { pageActorOf, sourceOf } from '../http/request/request-source.ts'
import { isSameSite } from './same-site.ts'
import type { OfficeSession, Staff } from './session/office-session.ts'
import { decodable, isUndecodablePage } from './undecodable-page.ts'

const PREFIX = '/office'
const DOOR = '/office/api/v3/admin/'
/** The site of an absolute request target (RFC 9112 section 3.2.2), which the router leaves out, too. */
const SITE = /^https?:\/\/[^/?#]+/i

/** Finds the session of a request by its cookie. */
export type FindStaff = (request: IncomingMessage, now: number) => Promise<OfficeSession | undefined>

/** The door. */
export interface StaffDoor {
  /**
   * Returns the path and query that a request is routed by: of the admin API for a request through the door, and of a page where the address of
   * one cannot be decoded.
   */
  route(request: IncomingMessage): string
  /**
   * Returns what the session of a request through the door grants; undefined for every other request.
   * @param now milliseconds since the epoch
   * @throws Refusal 403 for a request of another site, 401 without a session, and where the page that sends it shows another person's
   */
  tokenOf(request: IncomingMessage, now: number): Promise<AccessToken | undefined>
}

/** Creates the door. A request that has come through it is authorised by its session alone: a bearer token does not count. */
export function createStaffDoor({ findStaff, publicUrl }: { findStaff: FindStaff; publicUrl: string }): StaffDoor {
  const entered = new WeakSet<IncomingMessage>()
  return {
    route(request) {
      const { url = '', method } = request
      const path = url.replace(SITE, '')
      if (!path.startsWith(DOOR)) return method === 'GET' && isUndecodablePage(path) ? decodable(path) : url
      entered.add(request)
      return path.slice(PREFIX.length)
    },
    async tokenOf(request, now) {
      if (!entered.has(request)) return undefined
      requireSameSite(request, publicUrl)
      const staff = await findStaff(request, now)
      if (!staff || isOfAnother(request, staff)) throw noSession()
      return { identity: { kind: 'admin', name: staff.subject }, scopes: staff.scopes, staffName: staff.name }
    },
  }
}

/** The door of a service without an office: nothing comes through it. */
export const closedDoor: StaffDoor = { route: ({ url = '' }) => url, tokenOf: async () => undefined }

/** Returns who has a session, as audits name it. */
export function actorOf({ subject }: Staff): string {
  return `admin:${subject}`
}

/** Whether a page that was opened in another person's session sends the request: all windows of a browser have one cookie. */
function isOfAnother(request: IncomingMessage, staff: Staff): boolean {
  const actor = pageActorOf(request)
  return actor !== undefined && actor !== encodeURIComponent(actorOf(staff).toWellFormed())
}

/** @throws Refusal 403 for a request of another site */
export function requireSameSite(request: IncomingMessage, publicUrl: string): void {
  if (!isSameSite(sourceOf(request), publicUrl)) throw refusal('cross_site_request')
}

/** Creates the 401 refusal of a request without a session. */
export function noSession() {
  return unauthorised('token_missing', 'There is no session of the office, or it has ended: sign in.')
}

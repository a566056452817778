/** The audit: one log line for every write of an administrator, allowed or refused. */

import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { isPermission } from '../auth/access.ts'
import type { App, Targets } from './fastify-types.ts'

/** Path parameters that are never logged: the shop's identity provider may name customers by their email, and a guest's id is the guest's alone. */
const PRIVATE = ['externalId', 'subject']
/** A parameter of a request that succeeded names a record. The code of a coupon is any text that the shop has chosen. */
const NAME = /^.{1,128}$/su
/** A parameter of a refused request may be anything; no access token is as short as 64 characters. */
const HARMLESS = /^[\w.~-]{1,64}$/

/**
 * Registers the line for the routes that are registered from now on: those that require a permission and are not reads. It is written
 * before the response is sent, so that a client that has gone leaves a line, too.
 */
export function auditWrites(app: App): void {
  app.decorateRequest('targets')
  app.addHook('onRoute', route => {
    if (isWrite(route)) route.onSend = [route.onSend ?? [], logWrite].flat()
  })
}

function isWrite({ method, config }: RouteOptions): boolean {
  const isRead = config?.isRead || [method].flat().every(each => each === 'GET' || each === 'HEAD')
  return !isRead && isPermission(config?.access)
}

/** Logs nothing without a valid token: the line of the request is enough for what nobody did. */
async function logWrite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { actor, log, params, targets, routeOptions } = request
  if (actor === '') return
  const status = reply.statusCode
  const { docs, auditedId = 'id', auditedName = 'name' } = routeOptions.config
  const { id, name, ...others } = namedBy(params, status < 400)
  const named = {
    ...(id !== undefined && { [auditedId]: id }),
    ...(name !== undefined && { [auditedName]: name }),
    ...others,
  }
  log.info({ actor, operation: docs?.name, targets: { ...named, ...targets }, status }, 'audit')
}

/** Returns the path parameters that may be logged. */
function namedBy(params: unknown, hasSucceeded: boolean): Targets {
  const allowed = hasSucceeded ? NAME : HARMLESS
  const named = Object.entries(params as Record<string, string>)
    .filter(([name, text]) => !PRIVATE.includes(name) && allowed.test(text))
    .map(([name, text]) => [name, name === 'id' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text])
  return Object.fromEntries(named)
}

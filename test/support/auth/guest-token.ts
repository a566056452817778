/** Guest tokens that Sepet issues. */

import assert from 'node:assert/strict'
import { recordSecret } from '../runner/logs.ts'
import type { Answer, TestService } from '../service/service.ts'

/** Requests a guest token. @param token the guest's earlier token; without it a new guest begins */
export async function requestGuestToken(service: TestService, token?: string): Promise<Answer> {
  const answer = await service.call('POST', '/guest-tokens', token === undefined ? {} : { token })
  const { accessToken } = (answer.json ?? {}) as { accessToken?: string }
  if (accessToken !== undefined) recordSecret(accessToken)
  return answer
}

/** The token of a new guest, or a renewed one. */
export async function guestToken(service: TestService, token?: string): Promise<string> {
  const answer = await requestGuestToken(service, token)
  assert.equal(answer.status, 201, answer.text)
  return (answer.json as { accessToken: string }).accessToken
}

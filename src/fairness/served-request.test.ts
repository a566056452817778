import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { type ServedRequest, serve, whilePaused } from './served-request.ts'

/** A request that gets no place after a wait. */
const refused: ServedRequest = {
  network: '192.0.2.1',
  pause: () => true,
  resume: async () => () => new Error('overloaded'),
}

/** Runs work as that of a request. */
const runAs = <T>(request: ServedRequest, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    serve(new IncomingMessage(new Socket()), request, () => work().then(resolve, reject))
  })

describe('whilePaused', () => {
  it('refuses a request that gets no place after its wait', async () => {
    await assert.rejects(
      runAs(refused, () => whilePaused(async () => 'waited')),
      /^Error: overloaded$/,
    )
  })

  // Proves: lost-right
  it('returns what a wait with an effect has brought, such as the next refresh token, to a request that gets no place', async () => {
    const brought = runAs(refused, () => whilePaused(async () => 'the next token', { hasEffect: true }))
    assert.equal(await brought, 'the next token')
  })

  it('throws the error of the wait before the refusal', async () => {
    const wait = () => Promise.reject(new Error('the provider does not answer'))
    await assert.rejects(
      runAs(refused, () => whilePaused(wait)),
      /does not answer/,
    )
  })

  it('does not begin a wait that the network may not have', async () => {
    let hasBegun = false
    const full = {
      ...refused,
      pause: () => {
        throw new Error('too many wait')
      },
    }
    const wait = async () => {
      hasBegun = true
    }
    await assert.rejects(
      runAs(full, () => whilePaused(wait)),
      /too many wait/,
    )
    assert.equal(hasBegun, false)
  })
})

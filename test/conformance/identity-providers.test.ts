/** Sepet with identity providers in the set-ups that real ones have. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { officeProviders, tokenProviders } from '../support/conformance/identity-providers.ts'
import { failuresOf } from '../support/conformance/judge.ts'
import { officeSetUps } from '../support/conformance/office-set-ups.ts'
import { tokenSetUps } from '../support/conformance/token-set-ups.ts'

describe('an identity provider of the staff', () => {
  it('signs people in, or is refused with its cause, in each set-up of the table', async () => {
    const verdict = await officeProviders.run()
    assert.deepEqual(failuresOf(verdict), [])
    assert.deepEqual(
      verdict.cases.map(({ name }) => name),
      officeSetUps.map(({ name }) => name),
    )
  })
})

describe('an identity provider of customers', () => {
  it('has its access tokens accepted, or refused with a code, in each set-up of the table', async () => {
    const verdict = await tokenProviders.run()
    assert.deepEqual(failuresOf(verdict), [])
    assert.deepEqual(
      verdict.cases.map(({ name }) => name),
      tokenSetUps.map(({ name }) => name),
    )
  })
})

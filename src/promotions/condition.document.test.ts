/** Values of conditions in responses. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textOfResponse } from '../http/response/serializer.ts'
import { decimal } from '../money/money.ts'
import { parseInstant } from '../schema/instants.ts'
import { PromotionCondition, presentCondition } from './condition.document.ts'

const shop = { currencyCode: 'TRY', decimalPlaces: 2 }
const lira = (amount: string) => ({ amount, ...shop })

it('a minimum total has amounts that never say too little is missing', () => {
  const minimum = { campaignId: null, needed: '400', has: decimal('326.337'), missing: decimal('73.663') }
  const condition = { name: 'minimumTotal', holds: false, detail: '326.337 of 400', values: minimum } as const
  assert.deepEqual(presentCondition(condition, shop), {
    ...{ name: 'minimumTotal', holds: false, detail: '326.337 of 400' },
    values: {
      ...{ name: 'minimumTotal', campaignId: null },
      ...{ needed: lira('400.00'), has: lira('326.33'), missing: lira('73.67') },
    },
  })
})

it('dates that UTC writes with a year beyond 9999 have an offset, as they were saved', () => {
  const [from, to] = ['0000-01-01T00:00:00.000+23:59', '9999-12-31T23:59:59.999-23:59'].map(text => parseInstant(text))
  const values = { from: from ?? null, to: to ?? null, now: 0 }
  const condition = { name: 'dates', holds: true, detail: '', values } as const
  const text = textOfResponse(PromotionCondition, presentCondition(condition, shop))
  assert.deepEqual(JSON.parse(text).values, {
    ...{ name: 'dates', now: '1970-01-01T00:00:00.000Z' },
    ...{ from: '0000-01-01T00:00:00.000+23:59', to: '9999-12-31T23:59:59.999-23:59' },
  })
})

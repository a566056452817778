/** Values of conditions in responses. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decimal } from '../money/money.ts'
import { presentCondition } from './condition.document.ts'

const shop = { currencyCode: 'TRY', decimalPlaces: 2 }
const lira = (amount: string) => ({ amount, ...shop })

it('a minimum total has amounts that never say too little is missing, and that add up', () => {
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

/** API documentation of the endpoint of events, with an example from the sample shop. */

import type { OperationDocs } from '../http/operation-docs.ts'

const orders = 'an administrator, and a shop in which one order was paid and cancelled'

/** GET /events. */
export const listEvents: OperationDocs = {
  name: 'listEvents',
  section: 'Events',
  summary: 'Follow what happens in the shop',
  description:
    'Rare facts in the order of their ids, which is the order in which they became true. A reader continues with the id of the last event that it has: it misses no event and gets none twice, also while many requests write. `links.next` is null at the end of the list; the reader then asks again later with the same id.',
  refuses: ['parameter_invalid'],
  examples: {
    all: {
      summary: 'The first events of a shop',
      given: orders,
      params: { after: 0, limit: 2 },
      status: 200,
    },
    rest: {
      summary: 'The reader has event 2',
      given: orders,
      params: { after: 2 },
      status: 200,
    },
  },
}

/** GET /events/counts. */
export const countEvents: OperationDocs = {
  name: 'countEvents',
  section: 'Events',
  summary: 'Count events by hour',
  description:
    'How many events of each type the last hours had, for charts. Hours and types without events are left out. The last 50,000 events are counted: `meta.completeSince` is the time from which none is missing.',
  refuses: ['parameter_invalid'],
  examples: {
    day: {
      summary: 'The last 24 hours',
      given: orders,
      params: { hours: 24 },
      status: 200,
    },
  },
}

/** Texts of the codes of a campaign in English. */

/** @type {typeof import('./codes-tr.js').codesTr} */
export const codesEn = {
  title: 'Codes',
  lead: 'This campaign applies by a coupon. Codes that are made together are a batch; each code is a coupon of its own.',
  batches: 'Batches of codes',
  noBatches: 'There is no batch of codes yet',
  batch: 'Batch',
  count: 'Codes',
  used: 'Used',
  active: 'On',
  actions: 'Actions',
  show: 'Show',
  showOf: batch => `Show the codes of ${batch}`,
  csv: 'CSV',
  download: 'Download as CSV',
  downloadOf: batch => `Download as CSV: ${batch}`,
  switchOff: 'Switch off',
  switchOffOf: batch => `Switch off ${batch}`,
  switchOffTitle: batch => `Switch off the codes of the batch ${batch}?`,
  switchOffHint: count =>
    count === '1'
      ? '1 code is on, and applies to no cart from now on. Orders that were placed stay as they are. This cannot be undone for the batch: each code is switched on again by itself.'
      : `${count} codes are on, and apply to no cart from now on. Orders that were placed stay as they are. This cannot be undone for the batch: each code is switched on again by itself.`,
  switchedOff: (batch, count) =>
    count === '1' ? `1 code of the batch ${batch} is off.` : `${count} codes of the batch ${batch} are off.`,

  create: 'Make codes',
  make: 'Make the codes',
  busy: count => `Making ${count === '1' ? '1 code' : `${count} codes`}. Many codes take some seconds.`,
  made: (count, batch) =>
    count === '1' ? `1 code was made in the batch ${batch}.` : `${count} codes were made in the batch ${batch}.`,
  labels: {
    count: 'How many codes',
    batch: 'Name of the batch',
    prefix: 'Codes begin with',
    length: 'Random characters',
    usageLimit: 'Limit of uses of a code',
    usageLimitPerCustomer: 'Limit of each customer with one code',
    startsAt: 'Codes start',
    endsAt: 'Codes end',
  },
  hints: {
    count: 'At most 100,000.',
    batch: 'Empty: it gets a name with the date. With the name of a batch, the codes are added to it.',
    prefix: 'The same for every code, such as YAZ-. It may be empty.',
    length: '6 to 20; short codes are easier to guess.',
    usageLimit: 'Empty: no limit.',
    usageLimitPerCustomer: 'Empty: no limit. That over all codes is in the form of the campaign.',
    startsAt: 'By the shop’s clock. Empty: at once.',
    endsAt: 'By the shop’s clock. Empty: no end.',
  },
  will: {
    nothing: 'Write how many codes are to be made.',
    make: (count, example) => `This makes ${count === '1' ? '1 code' : `${count} codes`} like this: ${example}.`,
    limited: limit => `Each can be used ${limit === '1' ? 'once' : `${limit} times`}.`,
    unlimited: 'Each can be used any number of times.',
    perCustomer: limit => `A customer can use one code ${limit === '1' ? 'once' : `${limit} times`}.`,
    valid: period => `Valid: ${period}.`,
    batch: batch => `Batch: ${batch}.`,
    ownBatch: 'The batch gets a name with the date.',
  },
  rules: {
    count: 'Write a whole number from 1 to 100,000.',
    batch: 'The name of a batch has at most 100 characters.',
    prefix: 'The beginning is too long or cannot be seen: with its random characters a code has at most 100.',
    length: 'Write a whole number from 6 to 20.',
    usageLimit: 'Write a whole number, one or above.',
    usageLimitPerCustomer: 'Write a whole number, one or above.',
    startsAt: 'Choose a date and a time.',
    endsAt: 'Choose a date and a time.',
    period: 'The end must be after the start.',
  },

  search: 'Find codes',
  find: 'Find',
  beginning: 'A code begins with',
  use: 'Uses',
  uses: [
    ['', 'All'],
    ['true', 'Used ones'],
    ['false', 'Unused ones'],
  ],
  noCodes: 'There is no such code',
  ofCampaign: 'Bound to the campaign',
}

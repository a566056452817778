/** Texts of the frame and of the components in English. */

/** @type {typeof import('./common-tr.js').commonTr} */
export const commonEn = {
  locale: 'en-GB',
  office: 'office',
  language: 'Language',
  skip: 'Skip to the content',
  menu: 'Menu',
  pages: 'Pages',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  loading: 'Loading…',
  cancel: 'Cancel',
  save: 'Save',
  dismiss: 'Dismiss the message',
  yes: 'Yes',
  no: 'No',
  undo: 'Undo',

  list: {
    more: 'Show more',
    shown: count => (count === '1' ? '1 record shown' : `${count} records shown`),
    filter: 'Filter',
    all: 'All',
    clear: 'Clear the filter',
    download: 'Download as CSV',
    files: { products: 'products', coupons: 'coupons', orders: 'orders' },
  },
  states: {
    notFound: 'Not found',
    forbidden: 'You may not see this',
    failed: 'Could not be loaded',
    again: 'Try again',
    noPage: 'No such page',
    noPageHint: 'There is no page at this address.',
    needsScope: 'This page needs the permission',
  },
  confirm: {
    type: 'To confirm, type',
    mismatch: word => `What you typed is not ${word}.`,
  },
}

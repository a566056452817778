/** Texts of the sign-in in English. */

/** @type {typeof import('./sign-in-tr.js').signInTr} */
export const signInEn = {
  title: 'Sign in',
  lead: 'This is where the team of the shop works.',
  withProvider: 'Sign in with your work account',
  development: 'These roles exist on this computer alone, for development.',
  withoutKey:
    'Open the link that Sepet prints in the terminal at its start. It ends with #key= and the content of the file office-key in the folder data (DATA_DIR).',
  wrongKey: 'This key is not that of this server.',
  ended: 'You are signed out.',
  sessionEnded: 'Your session had ended. Sign in again, and you are back at the same page.',
  already: name => `You are signed in as ${name}.`,
  goOn: 'Go to the office',
  inputStays:
    'Your session has ended; what you wrote is still on this page. Sign in in another window, and save again.',
  importGoesOn: 'Your session has ended; the import goes on. Keep this window open, and sign in in another one.',
  elsewhere: 'Sign in in a new window',
  roles: {
    support: ['Support', 'Customers, carts, orders, coupons'],
    marketing: ['Marketing', 'Campaigns, coupons, products'],
    warehouse: ['Warehouse', 'Products, stock, orders'],
    owner: ['Owner', 'Everything, also deleting customers'],
  },
  problems: {
    denied: 'The sign-in was refused, or you have cancelled it. Try again.',
    expired: 'This sign-in has ended or was used already. Try again.',
    misconfigured: 'The sign-in is not set up correctly. Tell your administrator: the log of the server has the cause.',
    no_scopes: 'Your account has no permission for the office. Ask your administrator for one.',
    subject: 'The identity of your account could not be read. Tell your administrator.',
    unavailable: 'The sign-in service cannot be reached. Try again in a moment.',
  },
}

/** The texts of the office in each language. Each subject has its texts in a file of its own. */

import { asksEn } from './asks-en.js'
import { asksTr } from './asks-tr.js'
import { homeAmountsEn, priceNotesEn } from './amounts-en.js'
import { homeAmountsTr, priceNotesTr } from './amounts-tr.js'
import { cartsEn } from './carts-en.js'
import { cartsTr } from './carts-tr.js'
import { checkoutsEn } from './checkouts-en.js'
import { checkoutsTr } from './checkouts-tr.js'
import { codesEn } from './codes-en.js'
import { codesTr } from './codes-tr.js'
import { commonEn } from './common-en.js'
import { commonTr } from './common-tr.js'
import { conditionsEn } from './conditions-en.js'
import { conditionsTr } from './conditions-tr.js'
import { customersEn } from './customers-en.js'
import { customersTr } from './customers-tr.js'
import { eventsEn } from './events-en.js'
import { eventsTr } from './events-tr.js'
import { historyEn } from './history-en.js'
import { historyTr } from './history-tr.js'
import { homeEn } from './home-en.js'
import { homeTr } from './home-tr.js'
import { importsEn } from './imports-en.js'
import { importsTr } from './imports-tr.js'
import { leaveEn } from './leave-en.js'
import { leaveTr } from './leave-tr.js'
import { pickerEn } from './picker-en.js'
import { pickerTr } from './picker-tr.js'
import { problemsEn } from './problems-en.js'
import { problemsTr } from './problems-tr.js'
import { productsEn } from './products-en.js'
import { productsTr } from './products-tr.js'
import { promotionsEn } from './promotions-en.js'
import { promotionsTr } from './promotions-tr.js'
import { resultsEn } from './results-en.js'
import { resultsTr } from './results-tr.js'
import { searchEn } from './search-en.js'
import { searchTr } from './search-tr.js'
import { signInEn } from './sign-in-en.js'
import { signInTr } from './sign-in-tr.js'
import { webhooksEn } from './webhooks-en.js'
import { webhooksTr } from './webhooks-tr.js'

/** @typedef {import('../../ui/language.js').Language} Language */

const tr = {
  ...commonTr,
  home: { ...homeTr, ...homeAmountsTr },
  priceNotes: priceNotesTr,
  problems: problemsTr,
  signIn: signInTr,
  search: searchTr,
  customers: customersTr,
  carts: cartsTr,
  conditions: conditionsTr,
  imports: importsTr,
  products: productsTr,
  webhooks: webhooksTr,
  events: eventsTr,
  history: historyTr,
  leave: leaveTr,
  asks: asksTr,
  picker: pickerTr,
  promotions: promotionsTr,
  results: resultsTr,
  codes: codesTr,
  checkouts: checkoutsTr,
}

/** The texts in every language: those in Turkish decide which there are. @typedef {typeof tr} Texts */

/** @type {Record<Language, Texts>} */
const all = {
  tr,
  en: {
    ...commonEn,
    home: { ...homeEn, ...homeAmountsEn },
    priceNotes: priceNotesEn,
    problems: problemsEn,
    signIn: signInEn,
    search: searchEn,
    customers: customersEn,
    carts: cartsEn,
    conditions: conditionsEn,
    imports: importsEn,
    products: productsEn,
    webhooks: webhooksEn,
    events: eventsEn,
    history: historyEn,
    leave: leaveEn,
    asks: asksEn,
    picker: pickerEn,
    promotions: promotionsEn,
    results: resultsEn,
    codes: codesEn,
    checkouts: checkoutsEn,
  },
}
/** Key of the language in the local storage. */
export const LANGUAGE_KEY = 'sepet-office-language'

/** The texts in a language. @param {Language} language */
export function textsIn(language) {
  return all[language]
}

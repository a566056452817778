/** The application: who is signed in, the language, the page of the URL, messages, and rendering. */

import { drawnState } from '../ui/drawn-state.js'
import { preferredLanguage, rememberLanguage } from '../ui/language.js'
import { Problem } from '../ui/request.js'
import { createApi } from './api.js'
import { zoneOf } from './format/shop-clock.js'
import { problemText } from './problems.js'
import { LANGUAGE_KEY, textsIn } from './texts/texts.js'
import { queryOf } from './url.js'

/** @typedef {import('./texts/texts.js').Texts} Texts */
/** @typedef {{ name: string, currencyCode: string, decimalPlaces: number, timeZone: string, imageBaseUrl: string, pricesIncludeVat: boolean }} Shop */
/** @typedef {{ name: string, actor: string, scopes: string[], endsAt: string, shop: Shop }} Session */
/** @typedef {{ label: string, run: () => Promise<unknown> }} Undo */
/** @typedef {{ kind: 'good' | 'bad', text: string, undo?: Undo | undefined }} Notice */

/**
 * @typedef {object} Route
 * @property {string} pattern such as `/office/customers/{id}`
 * @property {string | null} scope that the page needs, or several with blanks between them; null where everybody who is signed in may see it
 * @property {(texts: Texts) => string} title while the page is loaded, and where it may not be seen
 * @property {() => Promise<{ Page: import('preact').ComponentType<PageProps> }>} load
 * @property {import('./router.js').Params} [params] beside those of the pattern
 * @property {import('../ui/components/icon.js').IconName} [icon] of its entry in the navigation; without one it has none
 */

/** @typedef {{ app: App, params: import('./router.js').Params, query: URLSearchParams }} PageProps */

/**
 * @typedef {object} State
 * @property {import('./texts/texts.js').Language} language
 * @property {Session | null} session null until it is loaded
 * @property {Notice | null} notice
 * @property {boolean} isMenuOpen of the navigation in a narrow window
 * @property {boolean} focusHeading whether the heading of the next page takes the focus
 * @property {boolean} hasInput whether something was typed or chosen on the page, which leaving it would lose
 */

/** @typedef {ReturnType<typeof createApp>} App */

/**
 * Makes the application.
 * @param {(app: any) => void} draw draws the page from the state
 * @param {readonly Route[]} routes
 */
export function createApp(draw, routes) {
  /** @type {State} */
  const state = {
    language: preferredLanguage(LANGUAGE_KEY),
    session: null,
    notice: null,
    isMenuOpen: false,
    focusHeading: false,
    hasInput: false,
  }
  const { render, update } = drawnState(state, () => draw(app))

  const app = {
    state,
    routes,
    api: createApi(() => app.signInAgain()),
    /** The texts in the selected language. */
    texts: () => textsIn(state.language),
    /** Who is signed in; pages are drawn after it is known. */
    session: () => /** @type {Session} */ (state.session),
    /** The clock of every time and day that is shown: the shop's. */
    clock: () => zoneOf(app.session().shop),
    /** Whether who is signed in has a scope, or each of several with blanks between them. @param {string | null} scope */
    can: scope => scope === null || scope.split(' ').every(each => state.session?.scopes.includes(each) ?? false),
    render,
    update,
    /** Shows what a write has done, until it is dismissed or another message comes. @param {Notice | null} notice */
    notify: notice => update({ notice }),
    /** Runs an action of a button, and shows why it was refused. @param {() => Promise<unknown>} action */
    async attempt(action) {
      try {
        await action()
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        app.notify({ kind: 'bad', text: problemText(error, app.texts()) })
      }
    },
    /** @param {import('./texts/texts.js').Language} language */
    selectLanguage(language) {
      rememberLanguage(LANGUAGE_KEY, language)
      update({ language })
    },
    /** Shows a page of the office. @param {string} url its path and query @param {{ replace?: boolean }} [options] */
    go(url, { replace = false } = {}) {
      history[replace ? 'replaceState' : 'pushState'](null, '', url)
      window.scrollTo(0, 0)
      app.arrive()
    },
    /** Draws the page of the URL, which has changed. */
    arrive: () => update({ isMenuOpen: false, focusHeading: true, hasInput: false }),
    /** Leads to the sign-in after the session has ended: in another window where this page has input that would be lost. */
    signInAgain() {
      if (!state.hasInput) return leaveTo(signInUrl({ hasEnded: state.session !== null }))
      const { signIn } = app.texts()
      const run = async () => window.open(signInUrl(), '_blank', 'noopener')
      app.notify({ kind: 'bad', text: signIn.inputStays, undo: { label: signIn.elsewhere, run } })
    },
  }
  return app
}

/** The address of the sign-in, which leads back to this page. @param {{ hasEnded?: boolean }} [session] whether there was one */
function signInUrl({ hasEnded = false } = {}) {
  const to = `${location.pathname}${location.search}`
  return `/office/sign-in${queryOf({ to, ...(hasEnded && { ended: 'session' }) })}`
}

/** Leaves the office, or loads its document again. @param {string} url */
export function leaveTo(url) {
  location.assign(url)
}

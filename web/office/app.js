/** The application: who is signed in, the language, the page of the URL, messages, and rendering. */

import { drawnState } from '../ui/drawn-state.js'
import { preferredLanguage, rememberLanguage } from '../ui/language.js'
import { Problem } from '../ui/request.js'
import { createApi } from './api.js'
import { zoneOf } from './format/shop-clock.js'
import { problemText } from './problems.js'
import { LANGUAGE_KEY, textsIn } from './texts/texts.js'
import { createPageHistory } from './page-history.js'
import { createRunningImports } from './running-imports.js'
import { createUnsavedInput } from './unsaved-input.js'
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
 * @property {string} url of the page that is shown
 * @property {number} turn a page with another one starts again
 * @property {boolean} isEnding whether the session is being ended
 * @property {{ losses: string[], imports: string[], leave: () => void } | null} leaving what was asked for, and would lose something that is not saved,
 *   or leave an import that runs
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
    url: location.href,
    turn: 0,
    isEnding: false,
    leaving: null,
  }
  const { render, update } = drawnState(state, () => draw(app))

  const unsaved = createUnsavedInput()
  const imports = createRunningImports()
  const pages = createPageHistory({
    isHeld: () => unsaved.losses().length + imports.shown().length > 0,
    onHeld: leave => app.leave(leave),
    onArrive: () => app.arrive(),
  })

  const app = {
    state,
    unsaved,
    imports,
    routes,
    api: createApi({ onSignedOut: () => app.signInAgain(), actorOf: () => state.session?.actor ?? null }),
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
    /** Runs an action of a button, and shows why it was refused. @param {() => Promise<unknown>} action @param {(why: string) => string} [sentence] */
    async attempt(action, sentence = why => why) {
      try {
        await action()
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        app.notify({ kind: 'bad', text: sentence(problemText(error, app.texts())) })
      }
    },
    /** @param {import('./texts/texts.js').Language} language */
    selectLanguage(language) {
      // Numbers are typed by the rules of the language, so that what is not saved would become another one.
      app.leave(() => {
        rememberLanguage(LANGUAGE_KEY, language)
        update({ language })
      })
    },
    /**
     * Does what leaves the page as it is; where something that is not saved would be lost, or an import runs, only after a dialog.
     * @param {() => void} leave
     * @param {{ endsDocument?: boolean }} [options] whether the document is left, which cuts off imports of other pages, too
     */
    leave(leave, { endsDocument = false } = {}) {
      const losses = unsaved.losses()
      const left = endsDocument ? imports.all() : imports.shown()
      if (losses.length + left.length === 0) leave()
      else update({ leaving: { losses, imports: left, leave } })
    },
    /** Answers the dialog: nothing is left. */
    stay: () => update({ leaving: null }),
    /** Answers the dialog: what is not saved may be lost. */
    leaveAnyway() {
      const { leaving } = state
      unsaved.giveUp()
      imports.giveUp()
      update({ leaving: null, turn: state.turn + 1 })
      leaving?.leave()
    },
    /** Shows a page of the office, unless what is not saved is to be kept. @param {string} url its path and query @param {{ replace?: boolean }} [options] */
    go: (url, options) => app.leave(() => app.show(url, options)),
    /** Shows a page after a write, which leaves nothing to be saved. @param {string} url its path and query @param {{ replace?: boolean }} [options] */
    show(url, { replace = false } = {}) {
      pages.show(url, { replace })
      window.scrollTo(0, 0)
    },
    /** Draws the page of the URL, which has changed. */
    arrive: () => update({ url: location.href, isMenuOpen: false, focusHeading: true }),
    /** Whether leaving the document would lose something: what is not saved, or an import that runs. */
    holdsDocument: () => !state.isEnding && unsaved.losses().length + imports.all().length > 0,
    /** Ends the session, and goes where that leads: requests that the page still sends are refused, and lead nowhere. @param {() => Promise<string>} end returns the URL */
    async end(end) {
      state.isEnding = true
      try {
        leaveTo(await end())
      } catch (error) {
        state.isEnding = false
        throw error
      }
    },
    /** Leads to the sign-in after the session has ended: in another window where leaving the document would lose something. */
    signInAgain() {
      if (state.isEnding) return undefined
      if (!app.holdsDocument()) return leaveTo(signInUrl({ hasEnded: state.session !== null }))
      const { signIn } = app.texts()
      const text = unsaved.losses().length > 0 ? signIn.inputStays : signIn.importGoesOn
      const run = async () => window.open(signInUrl(), '_blank', 'noopener')
      app.notify({ kind: 'bad', text, undo: { label: signIn.elsewhere, run } })
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

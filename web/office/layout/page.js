/** The frame of every page: top bar, navigation, and the page of the URL. */

import { html } from '../../ui/html.js'
import { NoticeBar } from '../ui/notice.js'
import { CurrentPage } from './current-page.js'
import { LeaveDialog } from './leave-dialog.js'
import { SideNavigation } from './side-navigation.js'
import { TopBar } from './top-bar.js'

/** The whole window. @param {{ app: import('../app.js').App, url: URL }} props */
export function Page({ app, url: { pathname, search, searchParams } }) {
  return html`
    <a class="skip" href="#content">${app.texts().skip}</a>
    <div class="frame" data-menu=${app.state.isMenuOpen ? 'open' : 'closed'}>
      <${TopBar} app=${app} query=${searchedFor(pathname, searchParams)} />
      <${SideNavigation} app=${app} path=${pathname} />
      <main id="content" tabindex="-1">
        <${CurrentPage} key=${`${app.state.turn} ${pathname}${search}`} app=${app} path=${pathname} query=${searchParams} />
      </main>
    </div>
    <${NoticeBar} app=${app} />
    ${app.state.leaving && html`<${LeaveDialog} app=${app} leaving=${app.state.leaving} />`}`
}

/** What the field in the top bar has; null on the first page, which has a field of its own. @param {string} path @param {URLSearchParams} query */
function searchedFor(path, query) {
  if (path === '/office') return null
  return path === '/office/search' ? (query.get('q') ?? '') : ''
}

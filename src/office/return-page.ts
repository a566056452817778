/** The page of the office that a sign-in leads back to. */

/** Longest page that is kept; a longer one leads to the first page. */
const MAX_LENGTH = 1_000
/** A base that no page names: what leaves it would be another site. */
const BASE = 'http://office.invalid'
const HOME = '/office'

/**
 * Returns a page of the office, as it was given; `/office` for anything else, such as another site, another path or a page of the sign-in.
 * @example returnPageOf('/office/customers/42') // '/office/customers/42'
 * @example returnPageOf('//evil.example/office') // '/office'
 */
export function returnPageOf(page: string | undefined): string {
  if (page === undefined || page.length > MAX_LENGTH || /[\\\p{Cc}]/u.test(page)) return HOME
  const url = URL.parse(page, BASE)
  const isOwn = url?.origin === BASE && `${url.pathname}${url.search}` === page
  const isPage = /^\/office(\/(?!sign-in|api\/)|\?|$)/.test(page)
  return isOwn && isPage ? page : HOME
}

/** Shows a page while the shop cannot be reached; a form that was sent meanwhile stands on it, to be sent again. Nothing else is kept. */

const OFFLINE = '/web-shop-offline'
const FILES = [OFFLINE, '/web-shop.css', '/web-shop-weave.svg', '/web-shop-basket.svg']
/** Pages of the shop; other pages of this host are not the worker's. */
const PAGES = /^\/(urunler|urun|sepet|odeme|checkout|order|uye-siparisleri)(\/|$)/
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'"

self.addEventListener('install', event => {
  self.skipWaiting()
  event.waitUntil(caches.open('web-shop').then(cache => cache.addAll(FILES)))
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.mode === 'navigate' && PAGES.test(pathname)) event.respondWith(navigate(request))
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)))
})

/** @param {Request} request */
async function navigate(request) {
  const sent = request.method === 'POST' ? request.clone().formData() : undefined
  try {
    return await fetch(request)
  } catch {
    const page = (await (await caches.match(OFFLINE))?.text()) ?? ''
    const body = sent ? withForm(page, await sent) : page
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY }
    return new Response(body, { status: 503, headers })
  }
}

/** Puts the form in the place of the link to try again, as the server does; a password is not kept. @param {string} page @param {FormData} form */
function withForm(page, form) {
  const fields = [...form].filter(([name]) => name !== 'password').map(([name, value]) => [name, String(value)])
  const hidden = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`,
  )
  const typed = fields.filter(([name, value]) => ['name', 'code'].includes(name) && value !== '')
  const shown = typed.map(([, value]) => `<strong dir="auto">${escapeText(value)}</strong> `)
  return page.replace(
    /<a href="" class="button" data-kept="(.*?)" data-password="(.*?)">(.*?)<\/a>/,
    (_link, kept, password, label) => `<form method="post">
      <p>${kept} ${shown.join('')}</p>${hidden.join('')}
      ${form.has('password') ? `<label>${password} <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>` : ''}
      <button class="button">${label}</button></form>`,
  )
}

/** @param {string} text */
const escapeText = text => text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)

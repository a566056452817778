/** The forms that send requests, in development. What they send and show is only in the memory of the page. */

import { showAnswer, showFailure } from './answer.js'
import { readRequest } from './request.js'
import { copyCommand, createTokens } from './tokens.js'

const tokens = createTokens()

/** The form that an event belongs to. @param {Event} event */
function formOf({ target }) {
  return target instanceof Element ? /** @type {HTMLFormElement | null} */ (target.closest('.try form')) : null
}

/** Sends the request of a form and shows the answer. @param {HTMLFormElement} form */
async function send(form) {
  const place = /** @type {HTMLElement} */ (form.nextElementSibling)
  const { address, ...request } = readRequest(form, { token: tokens.current(), isOffice: tokens.isOffice() })
  try {
    const response = await fetch(address, { ...request, redirect: 'manual', cache: 'no-store' })
    await showAnswer(place, response)
  } catch (error) {
    showFailure(place, String(error))
  }
}

document.addEventListener('submit', event => {
  const form = formOf(event)
  if (!form) return
  event.preventDefault()
  void send(form)
})
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-taken], [data-copied]') : null
  if (!(button instanceof HTMLElement)) return
  const { taken, copied } = button.dataset
  void (copied === undefined ? tokens.take(taken) : copyCommand(copied))
})
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset.in === 'token') tokens.paste(target)
})

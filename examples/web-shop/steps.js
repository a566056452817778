/** The steps of a purchase: an ordered list, which names the present one to screen readers. */

import { html } from './html.js'

/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {keyof Texts['steps']} Step */

/** The steps with the page to go back to; there is no way back from an order. @type {[step: Step, page?: string][]} */
const STEPS = [['cart', '/sepet'], ['delivery', '/odeme'], ['payment'], ['thanks']]

/** Renders the steps. @param {Step} present @param {Texts} t */
export function renderSteps(present, t) {
  const at = STEPS.findIndex(([step]) => step === present)
  const steps = STEPS.map(([step, page], index) => {
    if (index === at) return html`<li><span aria-current="step">${t.steps[step]}</span></li>`
    if (index > at) return html`<li>${t.steps[step]}</li>`
    const isOpen = page !== undefined && present !== 'thanks'
    return html`<li class="done">${isOpen ? html`<a href="${page}">${t.steps[step]}</a>` : t.steps[step]} <span class="visually-hidden">${t.stepDone}</span></li>`
  })
  return html`<ol class="steps" role="list" aria-label="${t.stepsLabel}">${steps}</ol>`
}

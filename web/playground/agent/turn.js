/** A turn of the conversation: the sentence, the calls of tools, and the answer in words. */

import { html } from '../../ui/html.js'
import { explainProblem } from '../problems.js'
import { Call } from './call.js'

/** The turn. @param {{ app: import('../app.js').App, turn: import('./conversation.js').Turn }} props */
export function Turn({ app, turn }) {
  const { sentence, calls } = turn
  const t = app.texts().agent
  const said = sentence === null ? t.cancelSentence : sentence
  return html`
    <div class="turn">
      <p class="said"><span class="visually-hidden">${t.you} </span><bdi>${said}</bdi></p>
      ${calls.length > 0 && html`<ol class="calls" role="list">${calls.map(call => html`<${Call} key=${call.entry.id} app=${app} call=${call} />`)}</ol>`}
      <${Answer} app=${app} turn=${turn} />
    </div>`
}

/** The answer in words. @param {{ app: import('../app.js').App, turn: import('./conversation.js').Turn }} props */
function Answer({ app, turn: { notFound, remarks, outcome, problem } }) {
  const texts = app.texts()
  const t = texts.agent
  const outcomeText = outcome && t.outcomes[outcome]
  const problemText =
    problem &&
    explainProblem(problem, { problems: { ...texts.problems, codes: { ...texts.problems.codes, ...t.problems } } })
  const shownRemarks = outcome === 'gone' ? [] : remarks
  return html`
    ${problemText && html`<p class="reply bad">${problemText}</p>`}
    ${outcomeText && html`<p class="reply">${outcomeText}</p>`}
    ${notFound.map(words => html`<p class="reply bad"><bdi>${words}</bdi>${`: ${t.notFound}`}</p>`)}
    ${shownRemarks.map(
      ({ code, content, name }) => html`
        <p class="reply bad">${name && html`<bdi>${name}</bdi>: `}${t.remarks[code] ?? content}</p>`,
    )}`
}

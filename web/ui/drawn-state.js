/** The state of a page, which is drawn again after each change. */

/**
 * Makes the functions that change a state and draw it, once for any number of calls in a task.
 * @template {object} S
 * @param {S} state
 * @param {() => void} draw
 */
export function drawnState(state, draw) {
  let isScheduled = false
  const render = () => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      draw()
    })
  }
  const update = (/** @type {Partial<S>} */ changes) => {
    Object.assign(state, changes)
    render()
  }
  return { render, update }
}

/** A process that ends with the one that has started it, such as npm: the system sends no signal when a parent is killed. */

/** The argument by which a process ends with its parent; Sepet's server takes it, too. */
export const END_WITH_PARENT = '--end-with-parent'

const LOOK_EVERY_MS = 500
/** Read before everything else, which may take long: the parent may be gone by then. */
const startedBy = process.ppid

/** Calls back once the parent is gone, where the process was started with the argument. @param {() => void} onGone */
export function onceWithoutParent(onGone) {
  if (!process.argv.includes(END_WITH_PARENT)) return
  const timer = setInterval(() => {
    if (process.ppid === startedBy) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  timer.unref()
}

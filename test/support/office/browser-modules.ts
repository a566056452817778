/** Loads modules of the office's pages that need no browser. They are JavaScript, whose types another configuration of `tsc` checks. */

/** Loads a module. @param name of its file below `web/office`, without `.js` */
export async function loadOfficeModule<T>(name: string): Promise<T> {
  return import(new URL(`../../../web/office/${name}.js`, import.meta.url).href)
}

/** Keys by which requests may be repeated. */

/**
 * Makes the function that gives a request its key: the same for the same body until it has succeeded, since a request whose answer is lost may have
 * been done.
 * @param {() => string} newKey
 */
export function createKeys(newKey) {
  let [last, key] = ['', '']
  return {
    /** The key of a body. @param {unknown} body */
    keyOf: body => {
      const text = JSON.stringify(body)
      if (text !== last || key === '') [last, key] = [text, newKey()]
      return key
    },
    /** The next request is another one. */
    forget: () => {
      key = ''
    },
  }
}

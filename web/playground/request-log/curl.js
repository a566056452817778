/** Writes a request as a curl command with the complete token, ready to run in a terminal. */

/** Makes the command. @param {import('../api.js').LogEntry} entry @param {string} origin */
export function curlOf({ method, path, headers, body }, origin) {
  const hasBody = body !== undefined
  const isImplied = method === (hasBody ? 'POST' : 'GET')
  // The tag that was sent is that of the cart before the write: with it, the command would be refused.
  const repeatable = { ...headers, ...(headers['If-Match'] !== undefined && { 'If-Match': '*' }) }
  return [
    `curl ${isImplied ? '' : `-X ${method} `}${quote(origin + path)}`,
    ...Object.entries(repeatable).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasBody ? [`-d ${quote(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}

/** Quotes a POSIX shell argument: between single quotes, only the single quote is special. @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

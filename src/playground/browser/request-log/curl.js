/** Writes a request as a curl command with the complete token, ready to run in a terminal. */

/** Makes the command. @param {import('../api.js').LogEntry} entry @param {string} origin */
export function curlOf({ method, path, headers, body }, origin) {
  const hasBody = body !== undefined
  const isImplied = method === (hasBody ? 'POST' : 'GET')
  return [
    `curl ${isImplied ? '' : `-X ${method} `}${quote(origin + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasBody ? [`-d ${quote(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}

/** Quotes a POSIX shell argument: between single quotes, only the single quote is special. @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

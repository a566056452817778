/** Writes a request as a command for a terminal, whole: it goes to the clipboard and works when it is pasted. */

/** @param {import('../api.js').Call} call @param {string} origin */
export function curlOf({ method, path, headers, body }, origin) {
  const hasBody = body !== undefined
  const isImplied = method === (hasBody ? 'POST' : 'GET')
  return [
    `curl ${isImplied ? '' : `-X ${method} `}${quote(origin + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasBody ? [`-d ${quote(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}

/** For POSIX shells, where nothing is special between single quotes but their end. @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Reads the hosts of a `DATABASE_URL`; `pg` itself takes one host only. */

export interface PostgresHost {
  /** The same URL with this host alone. */
  url: string
  /** Whether connections must be refused while the host is a standby. */
  readWrite: boolean
}

const SHAPE = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)([^#]*)$/

/**
 * The hosts of a PostgreSQL URL in the order given, as libpq reads a comma-separated list.
 * @throws Error naming what is wrong, without the URL, which may hold a password
 */
export function hostsOf(url: string): PostgresHost[] {
  const [, scheme, credentials, hosts, rest] = SHAPE.exec(url) ?? []
  if (scheme === undefined || hosts === undefined)
    throw new Error('must look like postgres://user:password@host:5432/name')
  const [path, query = ''] = (rest ?? '').split('?', 2) as [string, string?]
  const parameters = new URLSearchParams(query)
  const target = parameters.get('target_session_attrs') ?? 'any'
  if (target !== 'any' && target !== 'read-write') throw new Error('target_session_attrs must be any or read-write')
  parameters.delete('target_session_attrs')
  const search = parameters.size > 0 ? `?${parameters}` : ''
  return hosts.split(',').map(host => {
    const single = `${scheme}${credentials}${host}${path}${search}`
    if (!URL.canParse(single)) throw new Error('must look like postgres://user:password@host:5432/name')
    return { url: single, readWrite: target === 'read-write' }
  })
}

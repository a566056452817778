/** Hosts of a `DATABASE_URL`: splits a URL of several hosts, since `pg` accepts only one host. */

/** One host of a PostgreSQL URL. */
export interface PostgresHost {
  /** The URL with this host only. */
  url: string
  /** Whether the host is refused while it is a standby. */
  readWrite: boolean
}

const SHAPE = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)([^#]*)$/

/**
 * Returns the hosts of a PostgreSQL URL in the given order; like libpq, it reads a comma-separated list.
 * @throws Error with the problem but without the URL, which may contain a password
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

/** Where a PostgreSQL database is, without the password. */
export interface PostgresPlace {
  /** In the order of the URL; a port is empty where the URL has none. */
  hosts: { host: string; port: string }[]
  /** Empty where the URL has none: PostgreSQL's programs and Sepet then take it from the environment alike. */
  user: string
  database: string
}

/** Returns the place that a PostgreSQL URL names. @throws Error as `hostsOf` */
export function placeOf(url: string): PostgresPlace {
  const urls = hostsOf(url).map(each => new URL(each.url))
  const [first] = urls
  const hosts = urls.map(({ hostname, port, searchParams }) => ({
    host: searchParams.get('host') ?? decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1')),
    port: searchParams.get('port') ?? port,
  }))
  return {
    hosts,
    user: decodeURIComponent(first?.username ?? ''),
    database: decodeURIComponent(first?.pathname.slice(1) ?? ''),
  }
}

/** Describes the place of a PostgreSQL URL, such as `db.example.com:5433/sepet`. */
export function describePlace(url: string): string {
  const { hosts, database } = placeOf(url)
  const list = hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}${port && `:${port}`}`)
  return `${list.join(',')}/${database}`
}

/** A Citus cluster for the tests: databases are created on all of its nodes, as copies of a template that is distributed. */

import { query } from './query.ts'

/**
 * Finds the nodes of a cluster.
 * @param coordinator URL of a database on the coordinator, in which all nodes are registered
 * @returns a URL of each node, for creating databases; the coordinator first
 */
export async function findNodes(coordinator: string): Promise<string[]> {
  const nodes = await query<{ host: string; port: number }>(
    coordinator,
    "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid",
  )
  return nodes.map(({ host, port }) => {
    const url = new URL(coordinator)
    url.host = `${host}:${port}`
    url.pathname = '/postgres'
    return url.href
  })
}

/** Installs the extension in an empty database of every node, and registers the nodes. @param name the database */
export async function registerNodes(nodes: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = nodes.map(node => at(node, name))
  for (const url of [coordinator, ...workers]) await query(url, 'create extension citus')
  await query(coordinator, `select citus_set_coordinator_host(${hostOf(coordinator)})`)
  for (const worker of workers) await query(coordinator, `select citus_add_node(${hostOf(worker)})`)
}

/** Ends the connections of a database on every node, and allows no more, so that it can be copied. */
export async function sealDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await query(node, `alter database ${name} allow_connections false`)
    await query(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
}

function at(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `'${hostname}', ${port}`
}

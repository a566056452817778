/** What stands in front of Sepet and the web shop, each with its shipped configuration, before two servers that tell which of them was asked. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startExampleShop } from '../web-checkout/example-shop.ts'
import { startBalancer, untilAnswered, withoutHaproxy } from './balancer.ts'
import { environmentOf, readCompose } from './compose.ts'
import { readManifests } from './kubernetes.ts'
import { startNginx, withoutNginx } from './nginx.ts'

/** Who answers a request: Sepet, the web shop, or the front itself. */
export type Place = 'sepet' | 'shop' | 'front'

/** A running front. */
export interface Front {
  placeOf: (path: string) => Promise<Place>
  stop: () => Promise<void>
}

/** The servers behind a front. */
interface Places {
  sepet: number
  shop: number
}

interface FrontKind {
  skip: string | false
  start: (places: Places) => Promise<Front>
}

const WITH_SHOP = 'POSTGRES_PASSWORD=x\nSEPET_ADMIN_TOKEN=y\nWEB_SHOP=own-shop:3000'

/** The fronts of production by the files that configure them. */
export const productionFronts: Record<string, FrontKind> = {
  'deploy/nginx.conf': {
    skip: withoutNginx,
    start: async ({ sepet, shop }) => {
      const { url, stop } = await startNginx([sepet, sepet], shop)
      return { placeOf: path => ask(url, path), stop }
    },
  },
  'deploy/haproxy.cfg': {
    skip: withoutHaproxy,
    start: ({ sepet, shop }) => startHaproxy(sepet, { WEB_SHOP: `127.0.0.1:${shop}` }),
  },
  'compose.yaml': {
    skip: withoutHaproxy,
    start: ({ sepet, shop }) => {
      const { proxy } = readCompose(WITH_SHOP).services
      if (!proxy) throw new Error('compose.yaml has no proxy')
      const local = { 'own-shop:3000': `127.0.0.1:${shop}`, 'sepet-1:8080': `127.0.0.1:${sepet}` }
      return startHaproxy(sepet, environmentOf(proxy, WITH_SHOP, { ...local, 'sepet-2:8080': `127.0.0.1:${sepet}` }))
    },
  },
  'deploy/kubernetes/': {
    skip: false,
    start: async () => {
      const isSepets = readIngresses()
      return { placeOf: async path => (isSepets(path) ? 'sepet' : 'shop'), stop: async () => {} }
    },
  },
}

/** The front of `npm run web-shop`, for a developer's machine. */
export const webShopFront: FrontKind = {
  skip: false,
  start: async ({ sepet }) => {
    const SEPET_URL = `http://127.0.0.1:${sepet}`
    const shop = await startExampleShop({ SEPET_URL, SEPET_ADMIN_TOKEN: 'x', ONE_HOST: '1' })
    const placeOf = async (path: string): Promise<Place> => ((await ask(shop.url, path)) === 'sepet' ? 'sepet' : 'shop')
    return { placeOf, stop: async () => void (await shop.stop()) }
  },
}

/** Starts a front and the servers behind it. */
export async function startFront({ start }: FrontKind): Promise<Front> {
  const [sepet, shop] = [await startPlace('sepet'), await startPlace('shop')]
  const { placeOf, stop } = await start({ sepet: sepet.port, shop: shop.port })
  return {
    placeOf,
    stop: async () => {
      await stop()
      sepet.close()
      shop.close()
    },
  }
}

async function startHaproxy(sepet: number, env: NodeJS.ProcessEnv): Promise<Front> {
  const { url, stop } = await startBalancer([sepet, sepet], env)
  await untilAnswered(`${url}/images/placeholder.png`, status => status === 200)
  return { placeOf: path => ask(url, path), stop }
}

/** Starts a server that answers every request with its name. */
async function startPlace(name: Place) {
  const server = createServer((request, response) => {
    const seen = Object.keys(MCP_HEADERS).map(each => request.headers[each.toLowerCase()])
    response.setHeader('X-Place', name).setHeader('X-Seen', seen.join()).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Headers that messages of MCP need. */
const MCP_HEADERS = {
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': '=?base64?xZ8=?=',
}

/** @throws Error where a front passes a request on without its headers of MCP */
async function ask(url: string, path: string): Promise<Place> {
  const { headers } = await fetch(url + path, { headers: MCP_HEADERS, redirect: 'manual' })
  const place = headers.get('x-place') as Place | null
  const seen = headers.get('x-seen')
  if (place && seen !== Object.values(MCP_HEADERS).join()) throw new Error(`${path} lost headers of MCP: ${seen}`)
  return place ?? 'front'
}

/** @returns a function that tells whether an Ingress passes a path to the Service; prefixes match whole segments */
function readIngresses(): (address: string) => boolean {
  const { Ingress, OfficeIngress, Service } = readManifests()
  const paths = [Ingress, OfficeIngress]
    .flatMap(({ spec }) => spec?.rules ?? [])
    .flatMap(({ http }) => http?.paths ?? [])
  const ours = paths.filter(({ backend }) => backend.service?.name === Service.metadata?.name)
  return address => {
    const [path = ''] = address.split('?')
    return ours.some(each => path === each.path || (each.pathType === 'Prefix' && path.startsWith(`${each.path}/`)))
  }
}

/**
 * The floor: a minimal server of carts with `node:http`, the HMAC of the token, one prepared statement on the same
 * tables, and a fixed response. With `FLOOR=bare` it verifies no token and reads the lines alone. It reads the database from the
 * same environment variables as the product, and the size of its response from `ANSWER_BYTES`.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const { ACCESS_TOKEN_SECRET = '', DATABASE_URL, DATA_DIR = '', ANSWER_BYTES = '0', FLOOR } = process.env
const isBare = FLOOR === 'bare'
const CONNECTIONS = 10

/** All columns that the response of the product shows or is computed from. */
const READ_ALL = `select s.revision, c.coupon_code, c.campaign_id, l.id, l.product_id, l.variant_id, l.quantity, l.order_note, l.gift_note,
    l.gift_package, p.name, p.image, p.on_sale, p.price, p.vat_rate, p.stock, p.stock_unit, p.stock_increment, p.discount, p.group_prices,
    v.on_sale as variant_on_sale, v.price as variant_price, v.stock as variant_stock
  from shop s join carts c on c.id = $1 join cart_lines l on l.cart_id = c.id join products p on p.id = l.product_id
  left join variants v on v.product_id = l.product_id and v.id = l.variant_id
  order by l.position`
const READ_LINES = `select id, product_id, variant_id, quantity, order_note, gift_note, gift_package
  from cart_lines where cart_id = $1 order by position`
const ADD = `insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package)
  values ($1, $2, $3, 'new', 9, $4, 0)
  on conflict (cart_id, product_id, variant_id) do update set quantity = cart_lines.quantity + excluded.quantity`

const READ = isBare ? READ_LINES : READ_ALL

/** Runs a prepared statement. */
type Run = (name: 'read' | 'add', values: (string | number)[]) => unknown

function openPostgres(): Run {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS })
  return (name, values) => pool.query({ name, text: name === 'read' ? READ : ADD, values })
}

function openSqlite(): Run {
  const handle = new DatabaseSync(join(DATA_DIR, 'sepet.sqlite'), { timeout: 5_000 })
  handle.exec('pragma synchronous = full')
  const [read, add] = [READ, ADD].map(text => handle.prepare(text.replaceAll('$', '?')))
  return (name, values) => (name === 'read' ? read?.all(...values) : add?.run(...values))
}

/**
 * @returns the subject of the token, which the bare floor does not verify
 * @throws Error when the signature or the expiry is not valid
 */
function ownerOf({ headers }: IncomingMessage): string {
  const [head = '', claims = '', signature = ''] = (headers.authorization ?? '').slice('Bearer '.length).split('.')
  if (isBare) return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
  const expected = createHmac('sha256', ACCESS_TOKEN_SECRET).update(`${head}.${claims}`).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) throw new Error('forged')
  const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string; exp: number }
  if (exp * 1000 < Date.now()) throw new Error('expired')
  return sub
}

/** @returns the parsed body of an add */
async function bodyOf(request: IncomingMessage): Promise<Record<string, number>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text) as Record<string, number>
}

const run = DATABASE_URL ? openPostgres() : openSqlite()
const answer = JSON.stringify({ data: 'x'.repeat(Math.max(0, Number(ANSWER_BYTES) - '{"data":""}'.length)) })
const headers = { 'Content-Type': 'application/vnd.api+json', 'Content-Length': answer.length }
const server = createServer(async (request, response) => {
  const owner = ownerOf(request)
  if (request.method === 'GET') await run('read', [owner])
  else {
    const { productId = 0, variantId, quantity = 0 } = await bodyOf(request)
    await run('add', [owner, productId, variantId ?? 0, quantity])
  }
  response.writeHead(200, headers).end(answer)
})
server.listen(0, '127.0.0.1', () => console.log(`floor on http://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** Environment variables of rate limits, and of bounds for connections, requests and memory. */

import { integer } from './parsers.ts'
import { variable } from './variable.ts'

/** Rate limits and bounds. */
export const limits = {
  CART_RATE_LIMIT: variable(
    600,
    integer(0, 1e9),
    'requests a minute per owner, over all tokens and web sessions and all cart endpoints; 0 switches it off',
  ),
  CART_MAX_LINES: variable(500, integer(1, 10_000), 'lines a cart may hold; a further item is refused'),
  COUPON_RATE_LIMIT: variable(30, integer(0, 1e9), 'coupon attempts a minute per owner; 0 switches it off'),
  COUPON_IP_RATE_LIMIT: variable(
    300,
    integer(0, 1e9),
    'coupon attempts with unknown codes a minute per address, of a web session the browser’s; 0 switches it off',
  ),
  HOLD_RATE_LIMIT: variable(10, integer(0, 1e9), '[holds](orders.md#hold) a minute per owner; 0 switches it off'),
  ISSUE_RATE_LIMIT: variable(
    10,
    integer(0, 1e9),
    'checkout links a minute per owner (a member’s per owner and address); 0 switches it off',
  ),
  GUEST_ISSUE_IP_RATE_LIMIT: variable(
    30,
    integer(0, 1e9),
    'guests’ checkout links a minute per address; 0 switches it off',
  ),
  HANDOFF_RATE_LIMIT: variable(
    30,
    integer(0, 1e9),
    'consumed checkout links per minute and address; 0 switches it off',
  ),
  CART_LINK_RATE_LIMIT: variable(
    30,
    integer(0, 1e9),
    'opened [links to carts](cart-links.md) a minute per address, those of the shop and `/buy/` each by itself; 0 switches it off',
  ),
  GUEST_TOKEN_IP_RATE_LIMIT: variable(
    300,
    integer(0, 1e9),
    'guest tokens a minute per address, renewals included; 0 switches it off',
  ),
  SESSION_RATE_LIMIT: variable(
    600,
    integer(0, 1e9),
    'requests a minute per web session over session endpoint and reference pages, without a session per address; 0 switches it off',
  ),
  NETWORK_RATE_LIMIT: variable(
    12_000,
    integer(0, 1e9),
    'requests a minute per IPv4 address or IPv6 /64 in each process, [weighted](operating.md#somebody-floods-us) by the lines of carts; 0 switches it off',
  ),
  IPV6_SITE_FACTOR: variable(
    8,
    integer(0, 65_536),
    'limit of an IPv6 /48, as a multiple of the limit of one /64, in every limit per address or network ([who needs more](operating.md#many-networks-of-one-48)); 0 switches it off',
  ),
  MAX_REQUESTS_UNDER_WAY: variable(
    100,
    integer(1, 10_000),
    'requests in progress at once; others [are queued](availability.md#overload-and-slow-clients) or refused with 503',
  ),
  MAX_CONNECTIONS: variable(
    8192,
    integer(1, 1e6),
    'open connections; near the limit the longest idle one of the network with most idle ones is closed for a new one',
  ),
  MAX_CONNECTIONS_PER_NETWORK: variable(
    512,
    integer(0, 1e6),
    '[connections at once](availability.md#connections) of one IPv4 address or IPv6 /64, and of an IPv6 /48 at `IPV6_SITE_FACTOR` times the number; 0, `TRUST_PROXY` and loopback addresses switch it off',
  ),
  RESPONSE_TIMEOUT_SECONDS: variable(
    60,
    integer(1, 3600),
    'maximum time for a client to read one response; then its connection is closed',
  ),
  MAX_UNREAD_RESPONSE_MB: variable(
    64,
    integer(1, 65_536),
    'memory for unread responses; beyond it the oldest connections of the network that holds most are closed',
  ),
}

/** What a web shop needs on a developer's machine, where it serves Sepet's paths, too: the proxy, the shop's name, and the end of both. */

export { onceWithoutParent } from './parent.js'
export { forward, isSepets } from './proxy.js'
export { createShopName } from './shop-name.js'

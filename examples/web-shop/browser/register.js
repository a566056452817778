/** Keeps a page for the time without a connection. Pages work without this script. */

navigator.serviceWorker?.register('/web-shop-worker.js').catch(() => {})

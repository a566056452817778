/** The texts of the agent in English. */

/** @type {import('./agent-tr.js').AgentTexts} */
export const agentEn = {
  title: 'Agent',
  skip: 'Skip to the agent',
  introTitle: 'An agent that shops, and its tool calls.',
  introText:
    'Say what you want. The agent searches over MCP, fills a cart and hands you its link. There is no model here: a simple word matcher stands for it. A real agent calls the same tools.',
  startTitle: 'What would you like to buy?',
  start: 'Type a sentence, or choose the example below. Every call of the agent is shown here.',
  needsKey:
    'The agents’ door asks for a key: UCP_API_KEYS is set, and this page has none. To try the agent, start Sepet without that setting.',
  conversation: 'Conversation with the agent',
  sentence: 'Tell the agent',
  placeholder: 'two metres of linen and the cutting board',
  send: 'Send',
  exampleList: 'Examples',
  examples: ['two metres of linen and the cutting board'],
  moreExamples: ['and one towel more', 'without the board'],
  noModel:
    'A simple word matcher stands for the model: it knows numbers, units and, as the sample shop’s names are Turkish, a small dictionary.',
  you: 'You:',
  cancelSentence: 'Cancel the cart',

  toolCount: count => `${count} tools`,
  nothingFound: 'nothing found',
  andMore: count => `and ${count} more`,
  lineCount: count => `${count} ${count === '1' ? 'line' : 'lines'}`,
  noCart: 'no cart',
  isCancelled: 'cancelled',

  notFound: 'no product was found for this.',
  outcomes: {
    filled: 'Your cart is ready.',
    emptied: 'The agent’s cart is empty now.',
    cancelled: 'The agent’s cart is cancelled; its link is dead from now on.',
    unclear: 'The sentence names no product.',
    nothing: 'Nothing has changed in the cart.',
    refused: 'The shop took none of these into a cart.',
    gone: 'This cart is gone: it has expired or was cancelled. The next sentence begins a new one.',
  },
  remarks: {
    quantity_invalid_minimum_not_met: 'the quantity must be 1 or more.',
    quantity_invalid_limit_exceeded: 'the cart does not take so much.',
    item_unavailable: 'not on sale.',
    out_of_stock: 'out of stock.',
    insufficient_stock: 'less than that is in stock.',
    minimum_order_not_met: 'The cart is below the minimum order.',
  },

  cart: 'The agent’s cart',
  cancelCart: 'Cancel',
  totals: {
    subtotal: 'Subtotal',
    discount: 'Discount',
    fulfillment: 'Shipping',
    tax: 'VAT',
    total: 'Total',
  },
  continueOnPhone: 'Continue on the phone',
  continueInWebView: 'Continue in the web view',
  continueHint: 'On the phone: the items land in its cart. In the web view: in the cart of the browser’s session.',
  webViewHint: 'The agent’s link works until it expires; its items are added once to the cart of this web session.',
  deadLinks: {
    gone: 'This link is dead: the cart has expired or was cancelled.',
    closed: 'The shop lets no guests onto its website; continue on the phone.',
    unavailable: 'The database is unavailable right now; open the link again in a moment.',
  },
  problems: {
    unauthorized: 'The agents’ door asks for a key (UCP_API_KEYS).',
    invalid_profile_url:
      'The agent’s profile is not allowed at this address: PUBLIC_URL must be http://localhost or http://127.0.0.1.',
    profile_not_allowed: 'UCP_PLATFORM_PROFILES does not name the agent of this page.',
    profile_unreachable: 'Sepet could not read the agent’s profile at the address of this page.',
    discovery_busy: 'Sepet reads many profiles right now; try again in a moment.',
    service_unavailable: 'Sepet cannot answer right now; try again in a moment.',
    internal_error: 'Something failed in Sepet.',
    not_found: 'The agents’ door is closed (UCP_ENABLED).',
  },
}

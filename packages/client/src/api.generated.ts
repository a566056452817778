/** The types of the API, made by `npm run describe`. Do not edit. */

export interface paths {
    "/api/v3/storefront/2026-01/guest-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or renew a guest’s token
         * @description Without a token, a new guest begins. With the token of a guest, also an expired one, the same guest gets a new token; the earlier token stays valid until it expires. A guest who has logged in gets 401 `guest_cancelled`.
         */
        post: operations["createGuestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the cart
         * @description Prices, stock, campaigns and discounts are those of this moment. Fields that do not apply are absent, never `null`. While the chosen coupon does not apply, `data.meta.coupon` names the reason; so it does in every response with a cart. `data.meta.promotions` lists all promotions that apply where a campaign applies by itself or several do, and `data.meta.offers`, in a shop that shows them, the campaigns that only a minimum keeps from applying.
         *
         *     With the `ETag` of an earlier response in `If-None-Match`, an unchanged cart is answered with 304 and no body.
         *
         *     `fields[carts]` and `fields[cart-items]` shorten the answer, as they do at every cart endpoint: it then lacks the fields that are not named, also those that the schema requires, and has a tag of its own for `If-None-Match`. `If-Match` takes the tag of the whole answer alone.
         */
        get: operations["readCart"];
        put?: never;
        post?: never;
        /**
         * Empty the cart
         * @description The chosen coupon and campaign are removed too, and campaigns that were switched off are on again.
         */
        delete: operations["clearCart"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/cart-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an item
         * @description An item that the cart already holds gets the quantity added to its line; any other gets a line of its own. `meta.affectedItemId` names the line. Adding more than the stock is not an error: look at `availableForSale` and `stock`.
         *
         *     A request whose response was lost may be repeated with the same `Idempotency-Key`: it adds once, and is answered with the cart as it is now. Without a key, read the cart before you repeat a request that was answered 503 `unavailable` or `database_busy`: the item may have been added.
         */
        post: operations["addItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/cart-items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an item */
        delete: operations["removeItem"];
        options?: never;
        head?: never;
        /**
         * Set the quantity of an item
         * @description The quantity is the new one, not an increment.
         */
        patch: operations["setQuantity"];
        trace?: never;
    };
    "/api/v3/storefront/2026-01/cart-items/{itemId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the notes of an item
         * @description A note that is left out keeps its value; `null` and an empty text clear it. The shop decides how long notes may be, in Unicode code points.
         */
        patch: operations["setNotes"];
        trace?: never;
    };
    "/api/v3/storefront/2026-01/cart/coupon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a coupon
         * @description A coupon that does not apply is not an error: the response then has no `appliedCoupon`, and `data.meta.coupon` names the reason. The code is stored, and applies once it can, if the reason is `audience` (a login helps), `campaign`, `products`, `minimum_quantity` or `minimum_total`. If the cart lacks nothing but minimums, `missingAmount` and `missingQuantity` say how much. For any other reason it is not stored, and only this response names it. Both remove the earlier coupon. Upper and lower case do not matter, nor do full-width letters, blanks around the code, and characters that nobody sees.
         *
         *     A coupon that is not for this customer cannot be told from a code that does not exist. Attempts are limited per customer or guest, over all tokens; attempts with unknown codes also per client network.
         */
        post: operations["applyCoupon"];
        /**
         * Remove the coupon
         * @description It is not an error when there was none.
         */
        delete: operations["removeCoupon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/cart/campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a campaign
         * @description One of the `campaigns` of the latest response. The earlier choice, if there was one, is replaced. While a coupon applies that the campaign does not combine with, the choice is stored and does not apply. A refused request changes nothing. Campaigns that apply by themselves do so again, after `DELETE /cart/campaign`, while the chosen one does not apply.
         */
        post: operations["chooseCampaign"];
        /**
         * Remove the campaign
         * @description It is not an error when none was chosen. Campaigns that apply by themselves are switched off for this cart until a campaign is chosen, the cart is emptied by `DELETE /cart`, or an order leaves nothing in it.
         */
        delete: operations["removeCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the coupons of the customer
         * @description The coupons whose audience names this customer, or the customer’s group, and that the customer can still use: switched on, within their dates, with a use left, also to this customer, and so is the campaign that they are bound to. `POST /cart/coupon` applies one by its `id`. Whether it applies to the cart now, which may need other items, another hour or another channel, is not asked. A coupon that names nobody, such as one for all members, is not listed.
         *
         *     Those that end soonest come first; at most 100 are listed, of 1,000 that are examined.
         */
        get: operations["listOwnCoupons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/cart/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a guest’s cart at login
         * @description The request carries the member’s token, its body the guest’s. Quantities of equal lines add up, other lines move over, the member’s notes take precedence, and the guest’s coupon and campaign are taken where the member has none; a member who has switched campaigns off gets none. That the guest has switched them off is not taken over. From then on the guest’s tokens are refused. Repeating the request is harmless.
         */
        post: operations["mergeCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a member’s checkout link
         * @description Create the link when the user taps the button: it expires soon (`expiresAt`) and can be used once. A `returnPath` that is not allowed is no error: the link then leads to the default path.
         */
        post: operations["createMemberHandoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/2026-01/checkout-guest-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a guest’s checkout link
         * @description Create the link when the user taps the button: it expires soon (`expiresAt`) and can be used once. A `returnPath` that is not allowed is no error: the link then leads to the default path. A shop may allow the checkout for members only.
         */
        post: operations["createGuestHandoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/checkout/cart-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a link to a cart that the shop has made
         * @description Anybody may open it, as often as they like, until it expires. The products that are on sale are added to the cart of the browser’s session; without a session a guest’s begins. A second opening adds nothing. Every outcome except 429 is a redirect to the default path, which `?continue=` tells that the link is dead or used up (`gone`), that the shop is closed to guests (`closed`), or that the link cannot be opened now (`unavailable`). Requests that have content, those marked as prefetch, and those that a page makes for itself do nothing.
         */
        get: operations["openCartLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buy/{items}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a link that names items
         * @description Anybody may write such a link. `items` are pairs of an item and a quantity: `101:1,102-3:2`. An item is named as `UCP_ITEM_ID` says; an id with other characters than letters, digits, `.`, `_` and `-` is written as `~` and its base64url. Items that can be had are added to the cart of the browser’s session, once for each link and cart; without a session a guest’s begins. A link with `coupon` or `continue_to` may have no items: `/buy/?coupon=YAZ10`. `coupon`, or `discounts/codes/0`, becomes the coupon of a cart that has none, as if the visitor had entered it. An opened link leads to `continue_to`, a path of the same site, by default to the default path. A malformed link is redirected to the default path with `?continue=gone`. Requests that have content, those marked as prefetch, and those that a page makes for itself do nothing.
         */
        get: operations["openBuyLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/checkout/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the link of a cart that a shopping agent has filled
         * @description The `continue_url` of the cart. Anybody may open it, as often as they like, until the cart expires. The products are added to the cart of the browser’s session; without a session a guest’s begins. The same revision of the agent’s cart adds nothing a second time, and a later one what it has more of. Every outcome except 429 is a redirect to the default path, which `?continue=` tells that the link is dead (`gone`), that the shop is closed to guests (`closed`), or that the link cannot be opened now (`unavailable`). Requests that have content, and those marked as prefetch, do nothing.
         */
        get: operations["continueCart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/checkout/session/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a token that acts for a session
         * @description For the web shop’s own server, which forwards the browser’s cookie. The token is the session owner’s, works on every cart endpoint for five minutes, and ends with the session. It creates no checkout links.
         */
        post: operations["createActingToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/storefront/checkout/session/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log a customer in on the web
         * @description For the web shop’s own server, after it has checked the password. The browser’s session ends and a new one of the customer begins; forward `Set-Cookie` to the browser. The cart of a guest’s session is merged into the customer’s; `meta.merged` is the number of its lines. With `"merge": false` the guest keeps the cart, the choices and the hold, and remains a guest.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkouts
         * @description The last held first; those of one millisecond in the order of their references. Each has `grandTotal` in place of its cart. A checkout must match every filter. A hold past its end is `expired`. A checkout that is held again between two pages moves to the beginning of the list.
         */
        get: operations["listCheckouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/checkouts/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a checkout */
        get: operations["readCheckout"];
        /**
         * Hold the totals of a cart before the payment
         * @description Prices the cart now and refuses with 409 `cart_changed` if its totals are not those that the shopper has seen, or it has another tag than `expected.etag`: that of `GET /cart` or of `GET /checkout/session`. Promotions are judged on the channel that `channel` names, `web` without it: that of the page which has shown the totals. `meta.cart` is then the cart as it is, without `data.meta.coupon`, and `ETag` the tag of the next `GET /cart`. Where nobody may buy a line, since it is off sale or a variant must be chosen, it answers 409 `items_unavailable` with these lines in `meta.items`. A hold takes one use of the coupon and of every campaign that applies, for half an hour by default; while the stock guard counts, it reserves the quantities of all lines too, or answers 409 `insufficient_stock` with the short items in `meta.items`. The same request again answers the held document. A cart has one hold: a second reference releases the first. The holds of one subject are limited: by the minute, and of a limited coupon or campaign without an order in 24 hours.
         */
        put: operations["holdCheckout"];
        post?: never;
        /**
         * Release a held checkout, or cancel a completed one
         * @description The uses of coupon and campaign come back. The cart is not refilled.
         */
        delete: operations["releaseCheckout"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/checkouts/{reference}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that the order exists
         * @description Subtracts the held quantities from the cart, once; what was added since the hold stays. Works in every state, also after the hold has expired or was released, since a paid order is never refused: a use beyond a limit is then taken and marked by `overLimit`, and so is one of a promotion for first orders by a customer who has another order. A cancelled checkout is completed again, too: do not repeat a completion after a cancellation.
         */
        post: operations["completeCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/checkouts/{reference}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return items of an order
         * @description Returns pieces of the lines of a completed checkout, and answers what is refunded for them: with VAT and after discounts, so that all pieces of a line together are its `payable`, in whichever order they come back. `net` and `vat` are those of a credit note. Shipping is not refunded. Lines are named by `itemId`; those of a checkout whose `cart` is `null` by `productId` and `variantId`, and their amounts are `null`, as are those of a cart that was held by a version without VAT of lines. With `restock`, which is the default, what the completion took of these pieces is added to the stock. A cancellation afterwards gives back what was not returned. With `dryRun=true` nothing is written, and 200 has the amounts.
         *
         *     A request with an `Idempotency-Key` may be repeated: of equal requests one counts, and the others are answered with the same return. The key is kept with the return, without an end; a refused request spends none. Without a key, two requests are two returns.
         */
        post: operations["returnItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/turnover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the turnover of a period
         * @description Counts the orders that were completed in the period, by the time of their first completion, and adds up what they paid. Cancelled orders are counted in `cancelled` alone. Returns count at the time at which they were made, whenever their order was completed; they are not subtracted from the turnover. Amounts with two currencies or numbers of decimal places are never added, and have rows of their own. The orders are read one part after the other: one that is completed or cancelled meanwhile may be counted or not.
         */
        get: operations["readTurnover"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/exports/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the lines of orders
         * @description A row for each line of each checkout, the last held first, with the amounts as they were held. CSV in UTF-8 with a byte order mark. Texts that a spreadsheet might run as formulas have an apostrophe in front, which an import removes. The response is sent while it is read: a connection that is cut before its end leaves a file that is not complete. Few exports are sent at once; a further one is answered with 503 `overloaded`.
         */
        get: operations["exportOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/events/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count events by hour
         * @description How many events of each type the last hours had, for charts. Hours and types without events are left out. The last 50,000 events are counted: `meta.completeSince` is the time from which none is missing.
         */
        get: operations["countEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens in the shop
         * @description Rare facts in the order of their ids, which is the order in which they became true. A reader continues with the id of the last event that it has: it misses no event and gets none twice, also while many requests write. `links.next` is null at the end of the list; the reader then asks again later with the same id.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what
         * @description Returns one page of the changes of one record, the last one first: of a product its prices, discount, sale, name and VAT, and its stock where a member of staff has set it in the office or by a file imported there; of a coupon, a campaign and the settings of the shop every field; of a customer the names of the fields; of a checkout its state and the number of returned pieces. A record that nobody has changed has none. The last 100 changes of a record are kept, for `HISTORY_RETENTION_DAYS` (180).
         */
        get: operations["listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns webhooks in the order of their names, with the state of their deliveries and without their secrets. `links.next` continues after the page.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/webhooks/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["readWebhook"];
        /**
         * Create or replace a webhook
         * @description A new webhook gets the events that are recorded from now on, in the order of their ids, each until the receiver answers 2xx. Without a `secret` one is generated for a new webhook, and an existing one keeps its own; another `secret` [rotates](#operation/rotateWebhookSecret). The secret is in the 201 answer alone. Replacing a webhook that is disabled, or its URL, begins afresh from the stored cursor. Whoever has the scope `webhooks:write` can read every event. What a read returns can be written back.
         */
        put: operations["saveWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing is sent any more but the event that is being sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/webhooks/{name}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Returns the webhook with its new secret, which is generated unless the body has one. The last two replaced secrets sign too, for `WEBHOOK_SECRET_OVERLAP_HOURS` each, so that the receiver can change at any time within.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/webhooks/{name}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on from another place in the feed
         * @description The next event is the first one after the id, at once: an earlier id sends events again, a later one passes an event that the receiver never takes. `meta.skipped` counts the events that were to be sent and are jumped over.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/webhooks/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Sends `webhook.test` once, whatever the state of the webhook, and changes nothing. The answer is 200 also where the receiver has failed.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Returns one page. A customer matches when every filter matches; a filter with several values, separated by commas, matches any of them. Unknown parameters are refused. A page past the end is empty.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create one customer or many
         * @description A list of 1 to 100 customers is created completely or not at all; errors point into the list, such as at `/3/email`. Emails are unique without regard to case; a customer without an email gets a generated one. External ids are unique and compared exactly.
         */
        post: operations["createCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a customer */
        get: operations["readCustomer"];
        /**
         * Update a customer
         * @description A field that is left out keeps its value; `null` clears a text, the external id or the group. From the next request on, tokens and web sessions of an `inactive` or `banned` customer are refused.
         */
        put: operations["updateCustomer"];
        post?: never;
        /**
         * Delete a customer
         * @description Deletes the customer’s cart and web sessions too. The customer’s tokens stop working.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/customers/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer by external id
         * @description The external id is the id by which the shop’s identity provider names the customer.
         */
        get: operations["readCustomerByExternalId"];
        /**
         * Create or update a customer by external id
         * @description For hooks of an identity provider, such as at sign-up. Answers 201 when it created the customer, and 200 when it updated the one with this external id; simultaneous requests create one customer. A field that is left out keeps its value, or gets its initial value in a new customer. An email that is absent or `null` is kept, or generated for a new customer.
         */
        put: operations["saveCustomerByExternalId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/customer-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customer groups
         * @description Returns one page of the groups that customers, prices and promotions name, in the order of their ids. The numbers of customers are shown to a token with `customers:read`.
         */
        get: operations["listCustomerGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/customers/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything about a customer
         * @description Returns all that is stored about one person, to answer a request for access. The response is sent while it is read: a connection that is cut before its end leaves JSON that is not complete. Few exports run at once; a further one is answered with 503 `overloaded`.
         */
        get: operations["exportCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/exports/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all customers
         * @description A row for each customer, as a customer list that an import takes back. CSV in UTF-8 with a byte order mark. Texts that a spreadsheet might run as formulas have an apostrophe in front, which an import removes. The response is sent while it is read: a connection that is cut before its end leaves a file that is not complete. Few exports are sent at once; a further one is answered with 503 `overloaded`.
         */
        get: operations["exportCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/carts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the carts that are not empty
         * @description In the order of their last changes, the oldest first, for jobs such as reminders of abandoned carts. `changedAt` is at most ten minutes older than the last change. A page may have fewer rows than its limit, or none, while `links.next` is not `null`: empty carts are passed over. The carts of shopping agents are listed by `filter[kind]=ucp` alone, while they live. `include=value` prices each cart of the page as its owner sees it now, on the channel on which the read of one cart judges it; nothing is stored.
         */
        get: operations["listCarts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/carts/{subject}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look into a cart
         * @description The cart as its owner sees it, with the tag that it has for its owner, and why the chosen coupon and each campaign apply or not, on the channel that `channel` names. `applies` says that every condition holds; which of several campaigns has its discount is the shopper’s choice, or that of the `contest`. An automatic campaign has one where it is listed, would take something off and combines with the coupon that applies: the campaign that applies, whether the shopper has chosen it, and what this one would save. It changes nothing, and works for customers who are inactive or banned, too. A guest whom nobody has seen has an empty cart; so has one who has logged in, and `customerId` then names the customer. The cart of a shopping agent (`ucp:<uuid>`) is priced as a guest’s with the first of its codes that applies; once it is cancelled or expired it is 404.
         */
        get: operations["readOwnerCart"];
        /**
         * Replace a cart
         * @description The cart of a customer or guest gets these lines, in their order, and has no others: for carts that come from another system, and for orders by telephone. All of it is written or nothing. A line whose item is in the cart already keeps its id, and each of `orderNote`, `giftNote` and `giftPackage` that is left out. `couponCode` that is left out keeps the coupon, and `null` removes it; a code that the shopper could not enter is refused, with the `reason` in the `meta` of the error. The chosen campaign and a held checkout stay. A guest whom nobody has seen gets a cart. With `If-Match` the cart is replaced only while it has one of the tags, which are those of `GET /cart`, and of the reads of this cart, on the channel that `channel` names.
         */
        put: operations["replaceCart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/cart-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to a cart
         * @description Whoever opens the link gets the lines in the own cart, once. The lines are those of the request, or with `subject` those that the cart of that owner has now, without notes; the link tells nothing of the owner and does not change the cart. `couponCode` becomes the coupon of a cart that has none, as if the visitor had entered it. The link is dead from `expiresAt` on: by default after 7 days, at most after 365. `uses` is the number of visitors to whom it may bring something; whoever it has brought something may open it again. The URL is not stored and cannot be read again.
         */
        post: operations["createCartLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/carts/{subject}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a coupon or campaign in a cart
         * @description Answers as the request that looks into the cart would answer if the record were saved: a coupon as if it were entered in the cart, a campaign as if it were chosen; one that is `couponBound` counts through the coupon that is entered, and one that is `automatic` is not chosen: it may lose to another, and its `contest` says so. `channel` names the channel on which promotions are judged. Nothing is written: no record, no choice, no hold, no use and no event. A record is checked as it is when it is saved, and uses of its code or id by orders and by other holds count. `at` names the time that promotions and prices are judged for, and `customerId` or `email` the customer, in whose place `null`, and an email that nobody has, stand for a guest; without them they are judged now, for the owner of the cart. Uses are those of now. `meta.preview` has the effect on the total, the time and the customer; beside it are warnings about fields that are ignored. The token needs both scopes, and `customers:read` where it names a customer.
         */
        post: operations["previewPromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Returns one page in the order of ids, or with `sort=stock` of the lowest stocks, each product in the shape of the shop file and with its variants, those off sale included. A page ends early after 1,000 variants; a product with more is a page of its own.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change prices, stocks, sale and discounts
         * @description Takes a list of 1 to 1,000 changes, with at most 5,000 variants in all, and applies all of them or none. A field that is left out keeps its value. `stock` replaces the stock, and `stockChange` adds to what is stored at that moment: of simultaneous changes and orders none is lost. It brings no stock below zero, unless the shop sells at negative stock or the stock was below zero before. Sent twice without a key, it is added twice. A change names a product by `id`, or by the `sku` of a product or of a variant: the fields of a variant’s SKU are those of the variant. Within `variants`, a SKU is one of the same product. `tierPrices` replaces all prices by quantity; `null` or an empty list removes them. The next request of every instance shows the change. `meta` counts the changes of the list that changed something, and those that changed nothing. A field of a change, a variant or a discount that is not known is ignored: `meta.warnings` names the first 100 by their JSON pointers, `meta.warningsTotal` counts all. A pointer of more than 300 characters is cut, and ends with `…`. An error names no ignored field. With `Idempotency-Key` the request may be repeated for 24 hours: the same body and `unknown` with the same key get the same counts, with `Idempotency-Replayed: true`, and change nothing; anything else is refused. Keys are those of one administrator, and a refused request spends none. With `unknown=skip`, changes of unknown products and variants are left out; `meta.skipped` names the first 100, `meta.skippedTotal` counts all, and neither `updated` nor `unchanged` counts a change of the list whose item is unknown. A SKU of several items is refused all the same.
         */
        patch: operations["changeProducts"];
        trace?: never;
    };
    "/api/v3/admin/catalogue-terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List brands, categories or tags in use
         * @description Returns one page of the brands, the categories or the tags that products have, as `kind` says, which is required; each with the number of products that the filter of the same name finds. Terms are compared as coupon codes are: in any letter case, and the Turkish letters i and ı are equal; `q` also finds them without accents: `gomlek` finds `Gömlek`. Spellings that are the same term are one entry. A category is a path such as `Giyim > Gömlek`, and those above it are listed, too. The order is that of the compared forms, so that a category stands in front of those below it.
         */
        get: operations["listCatalogueTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/exports/shop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a shop file
         * @description Settings, groups, shipping companies, payment methods, coupons and campaigns, with `products=true` also the products, as a file that an import takes back without a change. The response is sent while it is read: a connection that is cut before its end leaves a file that is not complete. Few exports are sent at once; a further one is answered with 503 `overloaded`.
         */
        get: operations["exportShop"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/exports/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the products
         * @description A row for each product, followed by one for each of its variants. CSV in UTF-8 with a byte order mark. Texts that a spreadsheet might run as formulas have an apostrophe in front, which an import removes. The response is sent while it is read: a connection that is cut before its end leaves a file that is not complete. Few exports are sent at once; a further one is answered with 503 `overloaded`.
         */
        get: operations["exportProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a shop file or a CSV file
         * @description Does what `sepet import` does with one file: everything, or nothing with any problem. 422 lists the first 100 problems, each with its JSON pointer or, for a CSV file, its line in `meta`; the `meta` of the document counts all. A change of `currencyCode`, `decimalPlaces` or `pricesIncludeVat` while products are stored is refused unless `allowCurrencyChange=true` permits it: every stored price would mean something else. CSV prices include VAT where the setting `pricesIncludeVat` is true; nothing is converted. One import runs at a time: another is answered 409 before its body is read. The largest body is 64 MB unless the operator has changed it. A client that closes the connection before the answer imports nothing, unless the import was just being completed.
         */
        post: operations["importShop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List coupons
         * @description Returns coupons in the order of their codes, without regard to case; with `filter[code]` those whose codes begin so, and with `filter[batch]=none` those that are of no batch of codes. `links.next` continues after the page; coupons that are added or deleted meanwhile move no page. A page ends early where its records are very long. Unknown parameters are refused.
         */
        get: operations["listCoupons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/coupons/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a coupon
         * @description `include=uses` adds `meta.uses`, as the list has it: with `usageCount`, the uses that count towards the limit. Unknown parameters are refused.
         */
        get: operations["readCoupon"];
        /**
         * Create or replace a coupon
         * @description Codes are compared without regard to case, the letters `İ I i ı` being one, in NFKC and without characters that nobody sees. The coupon is shown with the code of the body, otherwise with the one of the path. `value` is a percentage or an amount; `by` and `tiers` give it by how much is covered, where `from` is decimal text for totals and an integer for pieces. `maximum` is the most that a percentage takes off. A record replaces the stored one completely: fields left out get their defaults, except for `usageCount`, which is kept. `meta.warnings` names each stored value that was reset by leaving it out, and each field that is ignored. A record that is stored already changes nothing.
         */
        put: operations["saveCoupon"];
        post?: never;
        /**
         * Delete a coupon
         * @description It applies to no cart from then on; checkouts keep what they hold. Their uses stay: a coupon that is created with the same code continues to count them.
         */
        delete: operations["deleteCoupon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Returns campaigns in the order of their ids; with `filter[name]` those whose names contain every word. `links.next` continues after the page; campaigns that are added or deleted meanwhile move no page. A page ends early where its records are very long. Unknown parameters are refused.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a campaign
         * @description `include=uses` adds `meta.uses`, as the list has it: with `usageCount`, the uses that count towards the limit. Unknown parameters are refused.
         */
        get: operations["readCampaign"];
        /**
         * Create or replace a campaign
         * @description The next request of every cart is priced with it. A campaign that coupons are bound to must remain `couponBound`: otherwise 409 `campaign_in_use`. A `reward` has the members of its `type`: `percent` and `fixed` a `value` or `by` and `tiers`, `percent` a `maximum`, too; `buy_x_pay_y` `buy` and `pay`; `buy_x_get_y` `buy`, `get`, `percent`, `times` and `target`; `free_shipping` none. `value` is a percentage or an amount; `by` and `tiers` give it by how much is covered, where `from` is decimal text for totals and an integer for pieces. A record replaces the stored one completely: fields left out get their defaults, except for `usageCount`, which is kept. `meta.warnings` names each stored value that was reset by leaving it out, and each field that is ignored. A record that is stored already changes nothing.
         */
        put: operations["saveCampaign"];
        post?: never;
        /**
         * Delete a campaign
         * @description It applies to no cart from then on; checkouts keep what they hold. Their uses stay: a campaign that is created with the same id continues to count them. A campaign that coupons are bound to is refused.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/campaigns/{id}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the codes of a campaign
         * @description Returns the coupons that are bound to the campaign, in the order of the bytes of their folded codes, each with its uses. `links.next` continues after the page. With `filter[used]` a page examines two thousand codes, and may be short or empty although `links.next` is not null. Unknown parameters are refused.
         */
        get: operations["listCodes"];
        put?: never;
        /**
         * Make codes
         * @description Makes coupons with random codes that are bound to the campaign, all of them or none. The random characters are upper case letters and digits that do not look alike, without I. No code is one of another coupon, or one that ever had uses. Codes with the name of a batch that exists are added to it; without `batch` they get a name of their own. A campaign has at most 1000000 coupons. A request with an `Idempotency-Key` may be repeated for a day: it is answered with what the first one has made.
         */
        post: operations["createCodes"];
        /**
         * Switch a batch off
         * @description The codes of the batch stay, as `active: false`: they apply to no cart from then on. Checkouts keep what they hold. A repeated request switches off what is on, and counts it. A batch of more than 100,000 codes, on the embedded database 10,000, is switched off in several steps: repeat a request that is cut off.
         */
        delete: operations["switchOffCodes"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/campaigns/{id}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the batches of a campaign
         * @description Returns the batches of codes with their counts, in the order of their names. `links.next` continues after the page, which may end early where the batches are large.
         */
        get: operations["listCodeBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/promotions/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which promotion sold what
         * @description Counts the orders that were completed in the period and are not cancelled, by the time of their first completion, and adds up what they paid, their `payable`. An order counts for its coupon, for the batch of that code, for each campaign that applied, and for the campaign that the coupon was bound to: the rows of a kind may have more orders together than there are. Rows come in the order of the turnover, those of the shop’s currency first: amounts with another currency or number of decimal places are never added, and have rows of their own. Each kind has 100 rows at most, and `meta.leftOut` says how many it has besides. Promotions that were deleted are counted, without their names. The orders are read one part after the other: one that is completed or cancelled meanwhile may be counted or not.
         */
        get: operations["readPromotionResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/admin/exports/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the coupons
         * @description A row for each coupon, with `campaignId` for each that is bound to the campaign, with `batch` for each of its batch. CSV in UTF-8 with a byte order mark. Texts that a spreadsheet might run as formulas have an apostrophe in front, which an import removes. The response is sent while it is read: a connection that is cut before its end leaves a file that is not complete. Few exports are sent at once; a further one is answered with 503 `overloaded`.
         */
        get: operations["exportCoupons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** ActingToken */
        ActingToken: {
            /** @description an access token of the session’s owner */
            accessToken: string;
            /**
             * Format: date-time
             * @description when the token stops working; it stops earlier when the session ends
             * @example 2026-11-21T09:00:00.000Z
             */
            expiresAt: string;
            /**
             * @description whose token it is
             * @example member:1
             */
            subject: string;
        };
        /** AppliedPromotion */
        AppliedPromotion: {
            /**
             * @description `coupon` or `campaign`; kinds may be added
             * @example campaign
             */
            kind: string;
            /** @description of a campaign */
            id?: number;
            /** @description of a coupon, as the shop writes it */
            code?: string;
            /** @description of a coupon its description, else its code */
            name: string;
            /** @description the discount; zero for free shipping */
            discountAmount: components["schemas"]["Money"];
        };
        /** BatchResult */
        BatchResult: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            campaignId: number;
            /** @description null or its name now; `null` once it is deleted */
            campaignName: string | null;
            batch: string;
            /** @description orders that were completed in the period, and not cancelled */
            orders: number;
            /** @description the sum of what they paid: their `payable`, with shipping */
            turnover: components["schemas"]["Money"];
        };
        /** Campaign */
        Campaign: {
            /** @description the `campaignId` to send */
            id: number;
            name: string;
            /** @description to be shown in the cart; may be empty */
            description: string;
            /** @description campaigns of one group are evaluated together */
            logicalGroup: number;
        };
        /** CampaignInput */
        CampaignInput: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id?: number;
            /** @description a text of 1 to 255 characters (without U+0000 and lone surrogates) */
            name: string;
            /** @description an integer of at least 0 */
            logicalGroup?: number;
            /** @description an integer */
            priority?: number;
            /** @description a list of different weekdays from 1 (Monday) to 7 (Sunday) */
            weekdays?: number[];
            /** @description null or a time of day as HH:MM, such as "09:30" */
            dailyFrom?: string | null;
            /** @description null or a time of day as HH:MM, such as "09:30" */
            dailyTo?: string | null;
            /** @description true or false */
            couponBound?: boolean;
            /** @description true or false */
            automatic?: boolean;
            /** @description true or false */
            combinesWithCoupons?: boolean;
            /** @description null or an integer of at least 0 */
            usageLimitPerCustomer?: number | null;
            /** @description a JSON object */
            reward: {
                /**
                 * @description one of "percent", "fixed", "buy_x_pay_y", "buy_x_get_y", "free_shipping"
                 * @enum {string}
                 */
                type: "percent" | "fixed" | "buy_x_pay_y" | "buy_x_get_y" | "free_shipping";
                /** @description null or a decimal number as text, such as "199.90" */
                value?: string | null;
                /** @description null or one of "total", "quantity" */
                by?: ("total" | "quantity") | null;
                /** @description a list of at most 20 tiers */
                tiers?: {
                    /** @description a decimal number as text, such as "199.90", or an integer of at least 1 */
                    from: string | number;
                    /** @description a decimal number as text, such as "199.90" */
                    value: string;
                }[];
                /** @description null or a decimal number as text, such as "199.90" */
                maximum?: string | null;
                /** @description an integer of at least 1 */
                buy?: number;
                /** @description an integer of at least 0 */
                pay?: number;
                /** @description an integer of at least 1 */
                get?: number;
                /** @description a decimal number as text, such as "199.90" */
                percent?: string;
                /** @description null or an integer of at least 1 */
                times?: number | null;
                /** @description null or a JSON object */
                target?: {
                    /** @description a list of at most 10000 ids */
                    productIds?: number[];
                    /** @description a list of at most 10000 ids */
                    variantIds?: number[];
                    /** @description a list of at most 10000 terms */
                    brands?: string[];
                    /** @description a list of at most 10000 terms */
                    categories?: string[];
                    /** @description a list of at most 10000 terms */
                    tags?: string[];
                } | null;
            };
            /** @description a text of at most 10000 characters (without U+0000 and lone surrogates) */
            description?: string;
            /** @description true or false */
            active?: boolean;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            startsAt?: string | null;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            endsAt?: string | null;
            /** @description null or an integer of at least 0 */
            usageLimit?: number | null;
            /** @description an integer of at least 0 */
            usageCount?: number;
            /** @description null or a JSON object */
            audience?: {
                /** @description true or false */
                visitors?: boolean;
                /** @description true or false */
                members?: boolean;
                /** @description true or false */
                dealers?: boolean;
                /** @description a list of at most 10000 ids */
                customerGroupIds?: number[];
                /** @description a list of at most 10000 ids */
                customerIds?: number[];
                /** @description true or false */
                firstOrder?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description true or false */
                    visitors?: boolean;
                    /** @description true or false */
                    members?: boolean;
                    /** @description true or false */
                    dealers?: boolean;
                    /** @description a list of at most 10000 ids */
                    customerGroupIds?: number[];
                    /** @description a list of at most 10000 ids */
                    customerIds?: number[];
                };
                /** @description a list of different channels: app, web, agent */
                channels?: ("app" | "web" | "agent")[];
            } | null;
            /** @description a JSON object */
            conditions?: {
                /** @description null or a decimal number as text, such as "199.90" */
                minimumTotal?: string | null;
                /** @description null or an integer of at least 0 */
                minimumQuantity?: number | null;
                /** @description a list of at most 10000 ids */
                productIds?: number[];
                /** @description a list of at most 10000 ids */
                variantIds?: number[];
                /** @description a list of at most 10000 terms */
                brands?: string[];
                /** @description a list of at most 10000 terms */
                categories?: string[];
                /** @description a list of at most 10000 terms */
                tags?: string[];
                /** @description null or a decimal number as text, such as "199.90" */
                priceFrom?: string | null;
                /** @description null or a decimal number as text, such as "199.90" */
                priceTo?: string | null;
                /** @description true or false */
                excludeDiscounted?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description a list of at most 10000 ids */
                    productIds?: number[];
                    /** @description a list of at most 10000 ids */
                    variantIds?: number[];
                    /** @description a list of at most 10000 terms */
                    brands?: string[];
                    /** @description a list of at most 10000 terms */
                    categories?: string[];
                    /** @description a list of at most 10000 terms */
                    tags?: string[];
                };
            };
        };
        /** CampaignOffer */
        CampaignOffer: {
            campaignId: number;
            name: string;
            /** @description one of both */
            missing: {
                /** @description by how much the lines that count, with VAT, are too little; rounded up */
                total?: components["schemas"]["Money"];
                /** @description by how many pieces those lines are too few */
                quantity?: number;
            };
        };
        /** CampaignPage */
        CampaignPage: {
            data: components["schemas"]["CampaignRecord"][];
            meta: {
                limit: number;
                /** @description the uses of each record of `data`, besides its `usageCount` */
                uses: {
                    /** @description uses by completed checkouts, those beyond the limit too */
                    completed: number;
                    /** @description uses by living holds */
                    held: number;
                }[];
            };
            links: {
                next: string | null;
            };
        };
        /** CampaignRecord */
        CampaignRecord: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id: number;
            name: string;
            logicalGroup: number;
            priority: number;
            weekdays: number[];
            /** @description null or HH:MM in the shop’s time zone */
            dailyFrom: string | null;
            /** @description null or HH:MM in the shop’s time zone */
            dailyTo: string | null;
            couponBound: boolean;
            /** @description whether it may apply while the shopper has chosen none */
            automatic: boolean;
            /** @description whether it applies beside a coupon */
            combinesWithCoupons: boolean;
            /** @description null or over all coupons that are bound to it */
            usageLimitPerCustomer: number | null;
            /** @description the members that are there depend on `type` */
            reward: components["schemas"]["Reward"];
            description: string;
            active: boolean;
            /** @description null or a time in ISO 8601 */
            startsAt: string | null;
            /** @description null or a time in ISO 8601 */
            endsAt: string | null;
            usageLimit: number | null;
            /** @description uses outside Sepet */
            usageCount: number;
            audience: {
                visitors: boolean;
                members: boolean;
                dealers: boolean;
                customerGroupIds: number[];
                customerIds: number[];
                /** @description only members without an order */
                firstOrder: boolean;
                /** @description never these */
                exclude: {
                    visitors: boolean;
                    members: boolean;
                    dealers: boolean;
                    customerGroupIds: number[];
                    customerIds: number[];
                };
                /** @description empty for all */
                channels: ("app" | "web" | "agent")[];
            } | null;
            conditions: {
                /** @description null or a decimal number as text */
                minimumTotal: string | null;
                minimumQuantity: number | null;
                productIds: number[];
                variantIds: number[];
                brands: string[];
                categories: string[];
                tags: string[];
                /** @description null or a decimal number as text */
                priceFrom: string | null;
                /** @description null or a decimal number as text */
                priceTo: string | null;
                /** @description without items whose price a discount lowers */
                excludeDiscounted: boolean;
                /** @description never these */
                exclude: {
                    productIds: number[];
                    variantIds: number[];
                    brands: string[];
                    categories: string[];
                    tags: string[];
                };
            };
        };
        /** CampaignResult */
        CampaignResult: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            campaignId: number;
            /** @description null or its name now; `null` once it is deleted */
            name: string | null;
            /** @description orders that were completed in the period, and not cancelled */
            orders: number;
            /** @description the sum of what they paid: their `payable`, with shipping */
            turnover: components["schemas"]["Money"];
        };
        /** Cart */
        Cart: {
            data: components["schemas"]["CartResource"];
            included: components["schemas"]["CartItem"][];
        };
        /** CartAfterAdding */
        CartAfterAdding: {
            data: components["schemas"]["OwnCartResource"];
            included: components["schemas"]["CartItem"][];
            meta: {
                /** @description the line that was added or raised */
                affectedItemId: string;
            };
        };
        /** CartAnswer */
        CartAnswer: {
            data: components["schemas"]["OwnCartResource"];
            included: components["schemas"]["CartItem"][];
        };
        /** CartContent */
        CartContent: {
            /** @description a list of lines */
            lines: components["schemas"]["CartContentLine"][];
            /** @description null or text of 1 to 100 characters without U+0000, not only white space and invisible characters */
            couponCode?: string | null;
        };
        /** CartContentLine */
        CartContentLine: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            productId: number;
            /** @description null or an integer from 1 to 9007199254740991 */
            variantId?: number | null;
            /** @description an integer from 1 to 100000 */
            quantity: number;
            /** @description text without U+0000, or null */
            orderNote?: string | null;
            /** @description text without U+0000, or null */
            giftNote?: string | null;
            /** @description true or false */
            giftPackage?: boolean;
        };
        /** CartItem */
        CartItem: {
            /** @constant */
            type: "cart-items";
            /** @description the id of the line, as paths take it */
            id: string;
            attributes: {
                productId: number;
                /** @description `null` for a product without variants */
                variantId: number | null;
                quantity: number;
                productName: string;
                /** @description the absolute URL of a picture: of the variant, where it has one of its own */
                image: string;
                /** @description may become false while the item lies in the cart */
                availableForSale: boolean;
                /** @description the current price of one unit for this customer */
                unitPrice: components["schemas"]["Money"];
                /** @description the unrounded unit price times the quantity, rounded once */
                lineTotal: components["schemas"]["Money"];
                /** @description in percent */
                vatRate: number;
                orderNote: string | null;
                giftNote: string | null;
                /** @description whether a gift package is wanted */
                giftPackage: boolean;
                /** @description the current stock; may be negative or fractional */
                stock: number;
                /** @description such as a unit of length; empty where there is none */
                stockUnit: string;
                /** @description the step of quantities; 1 without a stock unit */
                stockIncrement: number;
            };
            meta: {
                /** @description the stock keeping unit of the variant, else of its product; `null` where neither has one */
                sku: string | null;
                /** @description `null` for a product without variants */
                variantName: string | null;
                vat: components["schemas"]["LineVat"];
                /** @description the stock without what other carts have reserved, while the shop’s stock guard counts; may be negative or fractional */
                available?: number;
                /**
                 * @description present where the item is sold at any stock: no quantity is too large
                 * @constant
                 */
                backorder?: true;
            };
        };
        /** CartLink */
        CartLink: {
            data: {
                /** @description the link, for browsers */
                url: string;
                /**
                 * Format: date-time
                 * @description from when on the link is dead
                 * @example 2026-11-21T09:00:00.000Z
                 */
                expiresAt: string;
            };
            meta?: {
                warnings: components["schemas"]["Warning"][];
            };
        };
        /** CartPage */
        CartPage: {
            data: components["schemas"]["ListedCart"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** CartResource */
        CartResource: {
            /** @constant */
            type: "carts";
            /** @constant */
            id: "me";
            attributes: {
                /** @description the sum of all quantities */
                totalQuantity: number;
                /** @description the sum of the line totals, without VAT */
                subtotal: components["schemas"]["Money"];
                /** @description the shipping fee; zero where shipping is free */
                cargoPrice?: components["schemas"]["Money"];
                /** @description the total with VAT from which shipping is free */
                freeCargoThreshold?: components["schemas"]["Money"];
                /** @description the minimum total of an order, with VAT */
                minimumOrderAmount?: components["schemas"]["Money"];
                /** @description comes with `minimumOrderAmount` */
                belowMinimumOrder?: boolean;
                /** @description campaigns that can be chosen now; take them from the latest answer */
                campaigns?: components["schemas"]["Campaign"][];
                /** @description while the conditions of the chosen coupon are met */
                appliedCoupon?: {
                    /** @description as the shop writes it */
                    code: string;
                    description: string;
                    /**
                     * @description `percent`, `fixed` or `free_shipping`; new kinds may be added
                     * @example percent
                     * @example fixed
                     * @example free_shipping
                     */
                    discountType: string;
                    /** @description the discount; zero for free shipping */
                    discountAmount: components["schemas"]["Money"];
                };
                /** @description the campaign that applies, chosen or by itself; of several the first */
                appliedCampaign?: {
                    id: number;
                    name: string;
                    description: string;
                    /** @description the discount; zero for free shipping */
                    discountAmount: components["schemas"]["Money"];
                };
                /** @description the sum of all discounts */
                discountTotal?: components["schemas"]["Money"];
                /** @description the amount to pay, with VAT and after discounts */
                grandTotal?: components["schemas"]["Money"];
            };
            relationships: {
                items: {
                    data: {
                        /** @constant */
                        type: "cart-items";
                        id: string;
                    }[];
                };
            };
            /** @description absent for an empty cart */
            meta?: {
                vat: components["schemas"]["CartVat"];
                /** @description all promotions that apply, in the order in which they are computed; where several campaigns apply, and where one applies by itself */
                promotions?: components["schemas"]["AppliedPromotion"][];
                /** @description campaigns that nothing but their minimum keeps from applying, where the shop shows them */
                offers?: components["schemas"]["CampaignOffer"][];
            };
        };
        /** CartVat */
        CartVat: {
            /** @description the sum of the lines with VAT, before discounts */
            subtotalWithVat: components["schemas"]["Money"];
            /** @description the VAT of the lines after discounts */
            vatTotal: components["schemas"]["Money"];
            /** @description after discounts, without shipping; one row per rate, ascending */
            breakdown: components["schemas"]["VatRow"][];
            /** @description the VAT in `cargoPrice`, where the shop has a rate for shipping; in no other member */
            cargo?: {
                /** @description in percent */
                vatRate: number;
                /** @description without VAT */
                net: components["schemas"]["Money"];
                /** @description the VAT */
                vat: components["schemas"]["Money"];
            };
        };
        /** CatalogueTerm */
        CatalogueTerm: {
            /** @description in the spelling of the product with the lowest id */
            term: string;
            /** @description products, on sale or not; of a category also those below it */
            count: number;
        };
        /** CatalogueTermPage */
        CatalogueTermPage: {
            data: components["schemas"]["CatalogueTerm"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** Change */
        Change: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id: number;
            /**
             * Format: date-time
             * @description when it was made, by the clock of the instance
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
            /**
             * @description admin:<name> or command-line: who made it
             * @example admin:back-office
             */
            actor: string;
            /** @description null or the name of the member of staff; null for a program */
            actorName: string | null;
            /**
             * @description one of "office", "api", "import", "cli"
             * @enum {string}
             */
            via: "office" | "api" | "import" | "cli";
            /** @example product:101 */
            target: string;
            changes: components["schemas"]["FieldChange"][];
        };
        /** ChangedProducts */
        ChangedProducts: {
            meta: {
                /** @description changes of the list that changed something */
                updated: number;
                /** @description changes of the list that changed nothing */
                unchanged: number;
                /** @description the first 100 places that name an unknown product or variant, with `unknown=skip` alone */
                skipped?: {
                    /** @example /3/sku */
                    pointer: string;
                }[];
                /** @description number of all such places, with `unknown=skip` alone */
                skippedTotal?: number;
                warnings: components["schemas"]["Warning"][];
                /** @description number of all ignored fields; `warnings` has the first 100 */
                warningsTotal: number;
            };
        };
        /** Checkout */
        Checkout: {
            data: {
                /**
                 * @description the shop’s order number
                 * @example 2026-000123
                 */
                reference: string;
                /**
                 * @description one of "held", "completed", "released", "expired", "cancelled"
                 * @enum {string}
                 */
                state: "held" | "completed" | "released" | "expired" | "cancelled";
                /** @description null or the owner of the cart, and null once the customer is deleted */
                subject: string | null;
                /** @description null or an integer from 1 to 9007199254740991 */
                customerId: number | null;
                /**
                 * Format: date-time
                 * @description when the totals were held
                 * @example 2026-11-21T09:00:00.000Z
                 */
                heldAt: string;
                /**
                 * Format: date-time
                 * @description until when the totals are held
                 * @example 2026-11-21T09:00:00.000Z
                 */
                expiresAt: string;
                /** @description null or when the order was first reported */
                completedAt: string | null;
                /** @description whether a coupon or campaign was used beyond its limit, or for a first order by a customer who had another */
                overLimit: boolean;
                /** @description whether more of an item was ordered than other carts have left of it */
                overStock: boolean;
                /** @description what the customer pays, as held: the grand total with the shipping, whether that includes it or not */
                payable: components["schemas"]["Money"];
                /** @description the returns of its items, the first first; absent without */
                returns?: components["schemas"]["Return"][];
                /** @description the cart as held; `null` for an old attempt: two released or expired ones of a subject keep it */
                cart: components["schemas"]["HeldCart"] | null;
            };
        };
        /** CheckoutPage */
        CheckoutPage: {
            data: components["schemas"]["ListedCheckout"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** CodeBatch */
        CodeBatch: {
            /**
             * @description the name of the batch
             * @example 2026-11-21-K7MP
             */
            batch: string;
            /** @description codes of the batch */
            count: number;
            /** @description codes that were used: by a completed checkout, or outside Sepet */
            used: number;
            /** @description codes that are switched on */
            active: number;
        };
        /** CodeBatchPage */
        CodeBatchPage: {
            data: components["schemas"]["CodeBatch"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** CodePage */
        CodePage: {
            data: components["schemas"]["CodeRecord"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** CodeRecord */
        CodeRecord: {
            code: string;
            /**
             * @description one of "percent", "fixed", "free_shipping"
             * @enum {string}
             */
            discountType: "percent" | "fixed" | "free_shipping";
            /** @description null or a percentage or an amount with VAT that is taken off, as decimal text */
            value: string | null;
            /** @description null or what tiers are reached by, the value with VAT or the pieces of what is covered */
            by: ("total" | "quantity") | null;
            /** @description ascending tiers, of which the highest that is reached counts */
            tiers: components["schemas"]["RewardTier"][];
            /** @description null or the most that a percentage takes off, as decimal text */
            maximum: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            campaignId: number | null;
            usageLimitPerCustomer: number | null;
            /** @description null or the codes with which it was made */
            batch: string | null;
            /** @description whether campaigns apply beside it */
            combinesWithCampaigns: boolean;
            description: string;
            active: boolean;
            /** @description null or a time in ISO 8601 */
            startsAt: string | null;
            /** @description null or a time in ISO 8601 */
            endsAt: string | null;
            usageLimit: number | null;
            /** @description uses outside Sepet */
            usageCount: number;
            audience: {
                visitors: boolean;
                members: boolean;
                dealers: boolean;
                customerGroupIds: number[];
                customerIds: number[];
                /** @description only members without an order */
                firstOrder: boolean;
                /** @description never these */
                exclude: {
                    visitors: boolean;
                    members: boolean;
                    dealers: boolean;
                    customerGroupIds: number[];
                    customerIds: number[];
                };
                /** @description empty for all */
                channels: ("app" | "web" | "agent")[];
            } | null;
            conditions: {
                /** @description null or a decimal number as text */
                minimumTotal: string | null;
                minimumQuantity: number | null;
                productIds: number[];
                variantIds: number[];
                brands: string[];
                categories: string[];
                tags: string[];
                /** @description null or a decimal number as text */
                priceFrom: string | null;
                /** @description null or a decimal number as text */
                priceTo: string | null;
                /** @description without items whose price a discount lowers */
                excludeDiscounted: boolean;
                /** @description never these */
                exclude: {
                    productIds: number[];
                    variantIds: number[];
                    brands: string[];
                    categories: string[];
                    tags: string[];
                };
            };
            uses: {
                /** @description uses by completed checkouts, those beyond the limit too */
                completed: number;
                /** @description uses by living holds */
                held: number;
            };
        };
        /** ConditionValues */
        ConditionValues: {
            /** @constant */
            name: "campaignEngine";
            on: boolean;
        } | {
            /** @constant */
            name: "active";
            on: boolean;
        } | {
            /** @constant */
            name: "dates";
            /** @description null or the beginning, inclusive; a time in ISO 8601 */
            from: string | null;
            /** @description null or the end, exclusive; a time in ISO 8601 */
            to: string | null;
            /**
             * Format: date-time
             * @description when it was checked
             * @example 2026-11-21T09:00:00.000Z
             */
            now: string;
        } | {
            /** @constant */
            name: "weekday";
            weekdays: number[];
            /** @description the weekday in the shop’s time zone on which the daily window began */
            now: number;
        } | {
            /** @constant */
            name: "time";
            /** @description null or the beginning, inclusive */
            from: string | null;
            /** @description null or the end, exclusive */
            to: string | null;
            /**
             * @description HH:MM in the shop’s time zone
             * @example 09:30
             */
            now: string;
        } | {
            /** @constant */
            name: "usage";
            /** @description null or the usage limit */
            limit: number | null;
            /** @description null or the uses that count; also null for a guest where the limit is per customer */
            used: number | null;
        } | {
            /** @constant */
            name: "customerUsage";
            /** @description null or the usage limit */
            limit: number | null;
            /** @description null or the uses that count; also null for a guest where the limit is per customer */
            used: number | null;
            /** @description the campaign that the coupon is bound to, where its limit counts */
            campaignId?: number;
        } | {
            /** @constant */
            name: "audience";
            /** @description null or the campaign that the coupon is bound to, where its condition counts */
            campaignId: number | null;
            /** @description null or who it is for; null for everyone */
            audience: {
                /** @description guests */
                visitors: boolean;
                members: boolean;
                dealers: boolean;
                /** @description the first 100 */
                customerGroupIds: number[];
                /** @description the number of single customers */
                customers: number;
                /** @description who is never included; absent for nobody */
                exclude?: {
                    /** @description guests */
                    visitors: boolean;
                    members: boolean;
                    dealers: boolean;
                    /** @description the first 100 */
                    customerGroupIds: number[];
                    /** @description the number of single customers */
                    customers: number;
                };
            } | null;
            /** @description null or the owner of the cart, who is no guest */
            customerId: number | null;
            /** @description null or the owner’s group */
            customerGroupId: number | null;
            /** @description whether the owner is a dealer */
            dealer: boolean;
        } | {
            /** @constant */
            name: "firstOrder";
            /** @description null or the campaign that the coupon is bound to, where its condition counts */
            campaignId: number | null;
            /** @description null or the owner of the cart, who is no guest */
            customerId: number | null;
            /** @description whether the owner has an order */
            hasOrdered: boolean;
        } | {
            /** @constant */
            name: "channel";
            /** @description null or the campaign that the coupon is bound to, where its condition counts */
            campaignId: number | null;
            /** @description the channels of the promotion */
            channels: string[];
            /**
             * @description the channel on which the cart is read
             * @example web
             */
            now: string;
        } | {
            /** @constant */
            name: "products";
            /** @description null or the campaign that the coupon is bound to, where its condition counts */
            campaignId: number | null;
            /** @description null or the number of covered lines of the cart */
            lines: number | null;
            /** @description null or the number of listed products, not all */
            products: number | null;
            /** @description the names of other conditions that limit the lines */
            limitedBy?: string[];
        } | {
            /** @constant */
            name: "minimumQuantity";
            /** @description null or the campaign that the coupon is bound to, where its condition counts */
            campaignId: number | null;
            /** @description null or the minimum */
            needed: number | null;
            /** @description null or the pieces of the covered lines */
            has: number | null;
            /** @description null or 0 where it holds */
            missing: number | null;
        } | {
            /** @constant */
            name: "minimumTotal";
            /** @description null or the campaign that the coupon is bound to, where its condition counts */
            campaignId: number | null;
            /** @description null or the minimum */
            needed: components["schemas"]["Money"] | null;
            /** @description null or the covered lines with VAT, rounded down */
            has: components["schemas"]["Money"] | null;
            /** @description null or rounded up; zero where it holds */
            missing: components["schemas"]["Money"] | null;
        } | {
            /** @constant */
            name: "campaign";
            /** @description null or the campaign that the coupon is bound to */
            campaignId: number | null;
            /** @description whether there is such a coupon-bound campaign */
            exists: boolean;
            /** @description the names of its conditions that do not hold */
            failed: string[];
        } | {
            /** @constant */
            name: "coupon";
            /** @description whether the campaign needs a coupon */
            couponBound: boolean;
            /** @description null or the chosen coupon, if it is bound to the campaign */
            code: string | null;
            /** @description whether the other conditions of that coupon hold */
            applies: boolean;
        } | {
            /** @constant */
            name: "combination";
            /** @description null or the coupon that applies */
            code: string | null;
            /** @description whether campaigns apply beside the coupon */
            combinesWithCampaigns: boolean;
            /** @description whether the campaign applies beside coupons */
            combinesWithCoupons: boolean;
        };
        /** CouponInput */
        CouponInput: {
            /** @description a text of 1 to 100 characters (without U+0000 and lone surrogates) */
            code?: string;
            /**
             * @description one of "percent", "fixed", "free_shipping"
             * @enum {string}
             */
            discountType: "percent" | "fixed" | "free_shipping";
            /** @description null or a decimal number as text, such as "199.90" */
            value?: string | null;
            /** @description null or one of "total", "quantity" */
            by?: ("total" | "quantity") | null;
            /** @description a list of at most 20 tiers */
            tiers?: {
                /** @description a decimal number as text, such as "199.90", or an integer of at least 1 */
                from: string | number;
                /** @description a decimal number as text, such as "199.90" */
                value: string;
            }[];
            /** @description null or a decimal number as text, such as "199.90" */
            maximum?: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            campaignId?: number | null;
            /** @description null or an integer of at least 0 */
            usageLimitPerCustomer?: number | null;
            /** @description null or a text of 1 to 100 characters (without U+0000 and lone surrogates) */
            batch?: string | null;
            /** @description true or false */
            combinesWithCampaigns?: boolean;
            /** @description a text of at most 10000 characters (without U+0000 and lone surrogates) */
            description?: string;
            /** @description true or false */
            active?: boolean;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            startsAt?: string | null;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            endsAt?: string | null;
            /** @description null or an integer of at least 0 */
            usageLimit?: number | null;
            /** @description an integer of at least 0 */
            usageCount?: number;
            /** @description null or a JSON object */
            audience?: {
                /** @description true or false */
                visitors?: boolean;
                /** @description true or false */
                members?: boolean;
                /** @description true or false */
                dealers?: boolean;
                /** @description a list of at most 10000 ids */
                customerGroupIds?: number[];
                /** @description a list of at most 10000 ids */
                customerIds?: number[];
                /** @description true or false */
                firstOrder?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description true or false */
                    visitors?: boolean;
                    /** @description true or false */
                    members?: boolean;
                    /** @description true or false */
                    dealers?: boolean;
                    /** @description a list of at most 10000 ids */
                    customerGroupIds?: number[];
                    /** @description a list of at most 10000 ids */
                    customerIds?: number[];
                };
                /** @description a list of different channels: app, web, agent */
                channels?: ("app" | "web" | "agent")[];
            } | null;
            /** @description a JSON object */
            conditions?: {
                /** @description null or a decimal number as text, such as "199.90" */
                minimumTotal?: string | null;
                /** @description null or an integer of at least 0 */
                minimumQuantity?: number | null;
                /** @description a list of at most 10000 ids */
                productIds?: number[];
                /** @description a list of at most 10000 ids */
                variantIds?: number[];
                /** @description a list of at most 10000 terms */
                brands?: string[];
                /** @description a list of at most 10000 terms */
                categories?: string[];
                /** @description a list of at most 10000 terms */
                tags?: string[];
                /** @description null or a decimal number as text, such as "199.90" */
                priceFrom?: string | null;
                /** @description null or a decimal number as text, such as "199.90" */
                priceTo?: string | null;
                /** @description true or false */
                excludeDiscounted?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description a list of at most 10000 ids */
                    productIds?: number[];
                    /** @description a list of at most 10000 ids */
                    variantIds?: number[];
                    /** @description a list of at most 10000 terms */
                    brands?: string[];
                    /** @description a list of at most 10000 terms */
                    categories?: string[];
                    /** @description a list of at most 10000 terms */
                    tags?: string[];
                };
            };
        };
        /** CouponPage */
        CouponPage: {
            data: components["schemas"]["CouponRecord"][];
            meta: {
                limit: number;
                /** @description the uses of each record of `data`, besides its `usageCount` */
                uses: {
                    /** @description uses by completed checkouts, those beyond the limit too */
                    completed: number;
                    /** @description uses by living holds */
                    held: number;
                }[];
            };
            links: {
                next: string | null;
            };
        };
        /** CouponRecord */
        CouponRecord: {
            code: string;
            /**
             * @description one of "percent", "fixed", "free_shipping"
             * @enum {string}
             */
            discountType: "percent" | "fixed" | "free_shipping";
            /** @description null or a percentage or an amount with VAT that is taken off, as decimal text */
            value: string | null;
            /** @description null or what tiers are reached by, the value with VAT or the pieces of what is covered */
            by: ("total" | "quantity") | null;
            /** @description ascending tiers, of which the highest that is reached counts */
            tiers: components["schemas"]["RewardTier"][];
            /** @description null or the most that a percentage takes off, as decimal text */
            maximum: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            campaignId: number | null;
            usageLimitPerCustomer: number | null;
            /** @description null or the codes with which it was made */
            batch: string | null;
            /** @description whether campaigns apply beside it */
            combinesWithCampaigns: boolean;
            description: string;
            active: boolean;
            /** @description null or a time in ISO 8601 */
            startsAt: string | null;
            /** @description null or a time in ISO 8601 */
            endsAt: string | null;
            usageLimit: number | null;
            /** @description uses outside Sepet */
            usageCount: number;
            audience: {
                visitors: boolean;
                members: boolean;
                dealers: boolean;
                customerGroupIds: number[];
                customerIds: number[];
                /** @description only members without an order */
                firstOrder: boolean;
                /** @description never these */
                exclude: {
                    visitors: boolean;
                    members: boolean;
                    dealers: boolean;
                    customerGroupIds: number[];
                    customerIds: number[];
                };
                /** @description empty for all */
                channels: ("app" | "web" | "agent")[];
            } | null;
            conditions: {
                /** @description null or a decimal number as text */
                minimumTotal: string | null;
                minimumQuantity: number | null;
                productIds: number[];
                variantIds: number[];
                brands: string[];
                categories: string[];
                tags: string[];
                /** @description null or a decimal number as text */
                priceFrom: string | null;
                /** @description null or a decimal number as text */
                priceTo: string | null;
                /** @description without items whose price a discount lowers */
                excludeDiscounted: boolean;
                /** @description never these */
                exclude: {
                    productIds: number[];
                    variantIds: number[];
                    brands: string[];
                    categories: string[];
                    tags: string[];
                };
            };
        };
        /** CouponResult */
        CouponResult: {
            /** @description as the shop writes it; once it is deleted, in the form in which codes are compared */
            code: string;
            /** @description null or `null` once it is deleted */
            description: string | null;
            /** @description null or the campaign that it is bound to now */
            campaignId: number | null;
            /** @description null or the batch that it is of */
            batch: string | null;
            /** @description orders that were completed in the period, and not cancelled */
            orders: number;
            /** @description the sum of what they paid: their `payable`, with shipping */
            turnover: components["schemas"]["Money"];
        };
        /** CreatedWebhook */
        CreatedWebhook: {
            data: components["schemas"]["WebhookWithSecret"];
            meta: {
                warnings: components["schemas"]["Warning"][];
            };
        };
        /** Customer */
        Customer: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id: number;
            email: string;
            externalId: string | null;
            name: string | null;
            surname: string | null;
            company: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            customerGroupId: number | null;
            mobilePhone: string | null;
            businessPhone: string | null;
            countryCode: string | null;
            cityCode: string | null;
            address: string | null;
            /**
             * @description one of "active", "inactive", "banned"
             * @enum {string}
             */
            status: "active" | "inactive" | "banned";
            dealer: boolean;
            freeCargo: boolean;
            emailNotification: boolean;
            smsNotification: boolean;
            phoneCallNotification: boolean;
            orderCount: number;
            /** @description orders here that are completed and not cancelled */
            completedOrders: number;
            /**
             * Format: date-time
             * @description when the customer was created
             * @example 2026-11-21T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description when the customer was last changed
             * @example 2026-11-21T09:00:00.000Z
             */
            updatedAt: string;
            /** @description only where it was asked for */
            group?: {
                /**
                 * Format: int64
                 * @description an integer from 1 to 9007199254740991
                 */
                id: number;
                name: string;
            } | null;
        };
        /** CustomerChanges */
        CustomerChanges: {
            /** @description an email address, such as "ayse@example.com" */
            email?: string;
            /** @description null or a text of 1 to 255 characters (without U+0000 and lone surrogates) */
            externalId?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            name?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            surname?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            company?: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            customerGroupId?: number | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            mobilePhone?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            businessPhone?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            countryCode?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            cityCode?: string | null;
            /** @description null or a text of at most 1000 characters (without U+0000 and lone surrogates) */
            address?: string | null;
            /**
             * @description one of "active", "inactive", "banned"
             * @enum {string}
             */
            status?: "active" | "inactive" | "banned";
            /** @description true or false */
            dealer?: boolean;
            /** @description true or false */
            freeCargo?: boolean;
            /** @description true or false */
            emailNotification?: boolean;
            /** @description true or false */
            smsNotification?: boolean;
            /** @description true or false */
            phoneCallNotification?: boolean;
            /** @description an integer of at least 0 */
            orderCount?: number;
        };
        /** CustomerExport */
        CustomerExport: {
            data: {
                customer: components["schemas"]["Customer"];
                cart: {
                    /** @description null or the chosen coupon, in lower case */
                    couponCode: string | null;
                    /** @description null or the code of the chosen coupon as it was entered */
                    enteredCouponCode: string | null;
                    /** @description null or an integer from 1 to 9007199254740991 */
                    campaignId: number | null;
                    /** @description whether campaigns that apply by themselves are switched off */
                    campaignOff: boolean;
                    /** @description the coupon code that was entered and refused last, for a day; absent without one */
                    refusedCoupon?: {
                        /** @description as the shop wrote it */
                        code: string;
                        reason: string;
                        /**
                         * Format: date-time
                         * @description when it was entered
                         * @example 2026-11-21T09:00:00.000Z
                         */
                        at: string;
                    };
                    /**
                     * Format: date-time
                     * @description when the cart was created
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    createdAt: string;
                    /**
                     * Format: date-time
                     * @description when the cart was last used, at most a day late
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    usedAt: string;
                    /**
                     * Format: date-time
                     * @description when the cart last changed, at most ten minutes too early
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    changedAt: string;
                    lines: {
                        id: string;
                        /**
                         * Format: int64
                         * @description an integer from 1 to 9007199254740991
                         */
                        productId: number;
                        /** @description null or an integer from 1 to 9007199254740991 */
                        variantId: number | null;
                        quantity: number;
                        orderNote: string | null;
                        giftNote: string | null;
                        giftPackage: boolean;
                    }[];
                } | null;
                /** @description adds of the last day that were sent with an `Idempotency-Key` */
                idempotencyKeys: {
                    key: string;
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    productId: number;
                    /** @description null or an integer from 1 to 9007199254740991 */
                    variantId: number | null;
                    quantity: number;
                    /** @description the line that the add wrote */
                    itemId: string;
                    /**
                     * Format: date-time
                     * @description when the item was added
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    createdAt: string;
                }[];
                /** @description carts of shopping agents whose links the customer has opened, and other links to carts, while they live */
                agentCarts: {
                    /**
                     * @description `ucp:<uuid>` of an agent’s cart; `link:` or `buy:` and a digest of another link
                     * @example ucp:0b9d7d3e-6f0a-8c60-8d25-2f8a4f2f6d11
                     */
                    subject: string;
                    /**
                     * Format: date-time
                     * @description when the link of the cart was last opened with something new in the cart
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    broughtAt: string;
                    /** @description the latest revision of the cart that was brought */
                    revision: number;
                    /** @description the largest quantity of each item that was brought */
                    items: {
                        /**
                         * Format: int64
                         * @description an integer from 1 to 9007199254740991
                         */
                        productId: number;
                        /** @description null or an integer from 1 to 9007199254740991 */
                        variantId: number | null;
                        quantity: number;
                    }[];
                    /** @description null or the coupon that was brought, in lower case */
                    couponCode: string | null;
                }[];
                /** @description guests whose carts were merged into the customer’s */
                mergedGuests: {
                    /** @example guest:6f1c1c5e-9d0b-4a59-8f0e-2a4f5b1f3f0a */
                    subject: string;
                    /** @description null or the chosen coupon, in lower case */
                    couponCode: string | null;
                    /** @description null or the code of the chosen coupon as it was entered */
                    enteredCouponCode: string | null;
                    /** @description null or an integer from 1 to 9007199254740991 */
                    campaignId: number | null;
                    /** @description whether campaigns that apply by themselves are switched off */
                    campaignOff: boolean;
                    /** @description the coupon code that was entered and refused last, for a day; absent without one */
                    refusedCoupon?: {
                        /** @description as the shop wrote it */
                        code: string;
                        reason: string;
                        /**
                         * Format: date-time
                         * @description when it was entered
                         * @example 2026-11-21T09:00:00.000Z
                         */
                        at: string;
                    };
                    /**
                     * Format: date-time
                     * @description when the guest’s cart was created
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    createdAt: string;
                    /**
                     * Format: date-time
                     * @description when the guest’s cart was last used, at most a day late
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    usedAt: string;
                    /**
                     * Format: date-time
                     * @description when the guest’s cart last changed, at most ten minutes too early
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    changedAt: string;
                }[];
                webSessions: {
                    /**
                     * Format: date-time
                     * @description when the session began
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    createdAt: string;
                    /**
                     * Format: date-time
                     * @description when the session was last used, at most a minute late
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    lastSeenAt: string;
                }[];
                /** @description events that name the customer or a merged guest */
                events: {
                    /** @description null or an integer from 1 to 9007199254740991 */
                    id: number | null;
                    type: string;
                    /**
                     * Format: date-time
                     * @description when it happened
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    at: string;
                    actor: string | null;
                    subject: string | null;
                    data: {
                        [key: string]: unknown;
                    };
                }[];
                /** @description changes of the customer’s record */
                changes: {
                    /**
                     * Format: date-time
                     * @description when it was made
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    at: string;
                    actor: string;
                    /**
                     * @description one of "office", "api", "import", "cli"
                     * @enum {string}
                     */
                    via: "office" | "api" | "import" | "cli";
                    /** @description the fields that were changed */
                    fields: string[];
                }[];
                checkouts: {
                    /** @description the shop’s order number */
                    reference: string;
                    /**
                     * @description one of "held", "completed", "released", "expired", "cancelled"
                     * @enum {string}
                     */
                    state: "held" | "completed" | "released" | "expired" | "cancelled";
                    /** @description null or the member, or a guest who was merged into the member later */
                    subject: string | null;
                    /**
                     * Format: date-time
                     * @description when the totals were held
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    heldAt: string;
                    /**
                     * Format: date-time
                     * @description until when the totals are held
                     * @example 2026-11-21T09:00:00.000Z
                     */
                    expiresAt: string;
                    /** @description null or when the order was first reported */
                    completedAt: string | null;
                    overLimit: boolean;
                    /** @description the uses of coupons and campaigns */
                    uses: {
                        /**
                         * @example coupon:welcome10
                         * @example campaign:7
                         */
                        promotion: string;
                        /** @description null or until when a hold uses it; null for an order */
                        expiresAt: string | null;
                        overLimit: boolean;
                    }[];
                    /** @description the returns of its items, the first first */
                    returns: components["schemas"]["Return"][];
                    /** @description holds of limited promotions in the last day, without an order */
                    unpaidHolds: {
                        /**
                         * @example coupon:welcome10
                         * @example campaign:7
                         */
                        promotion: string;
                        /**
                         * Format: date-time
                         * @description when it was held
                         * @example 2026-11-21T09:00:00.000Z
                         */
                        heldAt: string;
                        /** @description for how long it was held */
                        minutes: number;
                    }[];
                    condensed: {
                        /** @description the totals as held */
                        totals: {
                            [key: string]: unknown;
                        };
                        items: {
                            /**
                             * Format: int64
                             * @description an integer from 1 to 9007199254740991
                             */
                            productId: number;
                            /** @description null or an integer from 1 to 9007199254740991 */
                            variantId: number | null;
                            quantity: number;
                        }[];
                    } | null;
                    cart: components["schemas"]["HeldCart"] | null;
                }[];
                /** @description the coupons and campaigns whose audience lists the customer, or leaves the customer out by name */
                audiences: ({
                    /** @description the code, as the shop wrote it */
                    coupon: string;
                } | {
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    campaign: number;
                })[];
            };
        };
        /** CustomerGroupPage */
        CustomerGroupPage: {
            data: components["schemas"]["ListedCustomerGroup"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** CustomerPage */
        CustomerPage: {
            data: components["schemas"]["Customer"][];
            meta: {
                page: number;
                limit: number;
                total: number;
                totalPages: number;
            };
            links: {
                /** Format: uri */
                self: string;
                /** Format: uri */
                first: string;
                prev: string | null;
                next: string | null;
                /** Format: uri */
                last: string;
            };
        };
        /**
         * ErrorCode
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "malformed_json" | "invalid_encoding" | "parameter_invalid" | "precondition_unsupported" | "token_missing" | "token_invalid" | "wrong_token_kind" | "customer_unknown" | "customer_not_active" | "guest_cancelled" | "insufficient_scope" | "cross_site_request" | "guest_checkout_closed" | "not_found" | "item_not_found" | "customer_not_found" | "cart_not_found" | "checkout_not_found" | "session_not_found" | "coupon_not_found" | "campaign_not_found" | "batch_not_found" | "webhook_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "cart_changed" | "items_unavailable" | "coupon_used_up" | "campaign_used_up" | "insufficient_stock" | "hold_limit_reached" | "reference_taken" | "campaign_in_use" | "campaign_not_bindable" | "codes_full" | "checkout_not_completed" | "returns_full" | "codes_exhausted" | "import_running" | "webhooks_full" | "test_running" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "field_required" | "field_invalid" | "product_not_on_sale" | "variant_required" | "variant_invalid" | "quantity_too_large" | "cart_empty" | "item_unknown" | "return_exceeds" | "cart_full" | "note_too_long" | "campaign_not_available" | "guest_token_invalid" | "guest_merged_elsewhere" | "ids_exhausted" | "bulk_size_invalid" | "email_taken" | "external_id_taken" | "customer_group_not_found" | "customer_not_eligible" | "product_unknown" | "variant_unknown" | "sku_ambiguous" | "prices_relabelled" | "idempotency_key_reused" | "address_not_allowed" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable" | "database_busy" | "cart_busy" | "overloaded";
        /** Errors */
        Errors: {
            errors: {
                /** @description the HTTP status */
                status: string;
                /** @description the error code. Codes never change; new codes may be added */
                code: components["schemas"]["ErrorCode"] | string;
                /** @description the same for every error with the code */
                title: string;
                /** @description for developers */
                detail: string;
                source?: {
                    /** @description field of the body, as a JSON pointer (RFC 6901) */
                    pointer?: string;
                    /** @description the query parameter */
                    parameter?: string;
                    /** @description the request header */
                    header?: string;
                };
                /** @description further data of some errors, such as the current cart, or the line of an imported file */
                meta?: {
                    [key: string]: unknown;
                };
            }[];
            /** @description data of the whole response */
            meta?: {
                /** @description the number of all errors, where only the first are listed */
                total?: number;
            } & {
                [key: string]: unknown;
            };
        };
        /** Event */
        Event: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id: number;
            /**
             * @description one of cart.merged, ucp_cart.continued, handoff.consumed, checkout.held, checkout.completed, checkout.released, checkout.cancelled, checkout.expired, checkout.returned, product.sold_out, customer.created, customer.updated, customer.deleted, coupon.changed, coupon.deleted, campaign.changed, campaign.deleted, campaign.codes_created, campaign.codes_switched_off, import.applied; further types may be added
             * @example customer.created
             */
            type: string;
            /**
             * Format: date-time
             * @description when it happened, by the clock of the instance
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
            /** @description null or admin:<name>, member:<id>, guest:<uuid> or command-line: who caused it. Null once that customer is deleted */
            actor: string | null;
            /** @description null or member:<id>, guest:<uuid>, coupon:<code>, campaign:<id> or product:<id>: what it is about. Null for an import, and once that customer is deleted */
            subject: string | null;
            /** @description facts by the type of the event */
            data: {
                [key: string]: unknown;
            };
        };
        /** EventCounts */
        EventCounts: {
            data: {
                /**
                 * Format: date-time
                 * @description the beginning of the hour, in UTC
                 * @example 2026-11-21T09:00:00.000Z
                 */
                hour: string;
                /** @description one of cart.merged, ucp_cart.continued, handoff.consumed, checkout.held, checkout.completed, checkout.released, checkout.cancelled, checkout.expired, checkout.returned, product.sold_out, customer.created, customer.updated, customer.deleted, coupon.changed, coupon.deleted, campaign.changed, campaign.deleted, campaign.codes_created, campaign.codes_switched_off, import.applied; further types may be added */
                type: string;
                count: number;
            }[];
            meta: {
                /**
                 * Format: date-time
                 * @description the time from which every event is counted: the last 50,000 are
                 * @example 2026-11-21T09:00:00.000Z
                 */
                completeSince: string;
            };
        };
        /** EventPage */
        EventPage: {
            data: components["schemas"]["Event"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** ExplainedCampaign */
        ExplainedCampaign: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id: number;
            name: string;
            /** @description whether every condition holds */
            applies: boolean;
            conditions: components["schemas"]["PromotionCondition"][];
            /** @description null or of a reward with tiers, the one that is reached; null below the first */
            tier?: {
                from: string | number;
                value: string;
            } | null;
            /** @description of a `buy_x_get_y` reward, which units it would choose */
            units?: {
                /** @description the number of complete sets */
                sets: number;
                /** @description the units that are paid in full, the dearest first */
                triggers: {
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    productId: number;
                    /** @description null or an integer from 1 to 9007199254740991 */
                    variantId: number | null;
                    /** @description the number of units of this line */
                    quantity: number;
                }[];
                /** @description the units that are discounted, the cheapest first */
                discounted: {
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    productId: number;
                    /** @description null or an integer from 1 to 9007199254740991 */
                    variantId: number | null;
                    /** @description the number of units of this line */
                    quantity: number;
                }[];
            };
            /** @description of an automatic campaign that could apply now and would take something off: which of those that may apply at once does */
            contest?: {
                /** @description null or the campaign that applies; null where the shopper has switched them off, or has held all of them too often */
                winnerId: number | null;
                /** @description whether the shopper has chosen that campaign */
                isChosen: boolean;
                /** @description null or what this campaign would save; null where the rule does not ask */
                saving: components["schemas"]["Money"] | null;
                /** @description whether the shopper has held this campaign too often in 24 hours without an order, so that it does not apply by itself */
                heldTooOften: boolean;
            };
        };
        /** FieldChange */
        FieldChange: {
            /**
             * @description its name in the documents of the API, with dots between levels; `*` stands for further fields of a large change
             * @example price
             * @example variants.1001.price
             */
            field: string;
            /** @description the value before: null for none, absent where values are not kept */
            from?: unknown;
            /** @description the value after; of a long list `count`, the number of its entries */
            to?: unknown;
        };
        /** GuestToken */
        GuestToken: {
            /** @description the guest’s access token */
            accessToken: string;
            /**
             * Format: date-time
             * @description when the token stops working; renew it before
             * @example 2026-11-21T09:00:00.000Z
             */
            expiresAt: string;
        };
        /** HandoffLink */
        HandoffLink: {
            /**
             * Format: uri
             * @description what the web view opens, once
             */
            url: string;
            /**
             * Format: date-time
             * @description when the link stops working
             * @example 2026-11-21T09:00:00.000Z
             */
            expiresAt: string;
        };
        /** HandoffRequest */
        HandoffRequest: {
            /**
             * @description where the web checkout opens
             * @example /odeme
             */
            returnPath?: unknown;
        };
        /** HeldCart */
        HeldCart: {
            data: components["schemas"]["CartResource"];
            included: components["schemas"]["HeldCartItem"][];
        };
        /** HeldCartItem */
        HeldCartItem: {
            /** @constant */
            type: "cart-items";
            /** @description the id of the line, as paths take it */
            id: string;
            attributes: {
                productId: number;
                /** @description `null` for a product without variants */
                variantId: number | null;
                quantity: number;
                productName: string;
                /** @description the absolute URL of a picture: of the variant, where it has one of its own */
                image: string;
                /** @description may become false while the item lies in the cart */
                availableForSale: boolean;
                /** @description the current price of one unit for this customer */
                unitPrice: components["schemas"]["Money"];
                /** @description the unrounded unit price times the quantity, rounded once */
                lineTotal: components["schemas"]["Money"];
                /** @description in percent */
                vatRate: number;
                orderNote: string | null;
                giftNote: string | null;
                /** @description whether a gift package is wanted */
                giftPackage: boolean;
                /** @description the current stock; may be negative or fractional */
                stock: number;
                /** @description such as a unit of length; empty where there is none */
                stockUnit: string;
                /** @description the step of quantities; 1 without a stock unit */
                stockIncrement: number;
            };
            meta?: {
                /** @description the stock keeping unit of the variant, else of its product; `null` where neither has one */
                sku?: string | null;
                /** @description `null` for a product without variants */
                variantName?: string | null;
                vat: components["schemas"]["LineVat"];
                /** @description the stock without what other carts have reserved, while the shop’s stock guard counts; may be negative or fractional */
                available?: number;
                /**
                 * @description present where the item is sold at any stock: no quantity is too large
                 * @constant
                 */
                backorder?: true;
            };
        };
        /** HistoryPage */
        HistoryPage: {
            data: components["schemas"]["Change"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** ImportFinding */
        ImportFinding: {
            /** @description the JSON pointer or the line; empty for the whole file */
            at: string;
            /** @description what is the case, and what to do; the same for every place with this cause */
            message: string;
            /** @description text of the file at the first place, or null */
            value: string | null;
            /** @description places with this cause */
            count: number;
            /** @description the first three places */
            places: string[];
            /** @description headings of the table that are not read, which `columns` may name */
            columns?: string[];
        };
        /** ImportReport */
        ImportReport: {
            data: {
                /** @description whether nothing was imported, since the request was a trial */
                dryRun: boolean;
                /** @description one file */
                files: components["schemas"]["ImportedFile"][];
                withdrawn: {
                    /** @description products that went off sale, since the file does not contain them */
                    products: number;
                    /** @description variants that went off sale, since their products no longer have them */
                    variants: number;
                };
                offSale: {
                    /** @description products and variants that were on sale and are not any more */
                    count: number;
                    /** @description the first ten */
                    first: components["schemas"]["ImportedItem"][];
                };
                priceChanges: {
                    /** @description the ten largest changes by percent */
                    largest: components["schemas"]["PriceChange"][];
                    /** @description changes by more than 50 percent, or from 0 */
                    above50: number;
                };
                /** @description the first 100 warnings */
                warnings: components["schemas"]["ImportFinding"][];
                /** @description all warnings; those that differ only in their records count once */
                warningsTotal: number;
            };
        };
        /** ImportSection */
        ImportSection: {
            /** @description the section of a shop file, or `variants` */
            section: string;
            /** @description records that the shop did not have */
            created: number;
            /** @description records that the shop had, with a change */
            updated: number;
            /** @description records that the shop had, without a change */
            unchanged: number;
        };
        /** ImportedFile */
        ImportedFile: {
            /** @description `shop file`, or the system of a table, such as `Shopify export` */
            format: string;
            sections: components["schemas"]["ImportSection"][];
            /** @description the first 100 reasons for which records were left out */
            skipped: components["schemas"]["ImportFinding"][];
            /** @description all records that were left out */
            skippedTotal: number;
        };
        /** ImportedItem */
        ImportedItem: {
            /** @description id of the product */
            productId: number;
            /** @description id of the variant, or null for the product */
            variantId: number | null;
            /** @description name of the product, and of the variant behind it */
            name: string;
        };
        /** KeptRefusal */
        KeptRefusal: {
            /** @description as the shop wrote it */
            code: string;
            /**
             * @description one of "unknown", "inactive", "not_started", "expired", "used_up", "audience", "used_by_customer", "channel", "campaign", "products", "minimum_quantity", "minimum_total"
             * @enum {string}
             */
            reason: "unknown" | "inactive" | "not_started" | "expired" | "used_up" | "audience" | "used_by_customer" | "channel" | "campaign" | "products" | "minimum_quantity" | "minimum_total";
            /**
             * Format: date-time
             * @description when it was entered
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
        };
        /** LineVat */
        LineVat: {
            /** @description the price of one unit with VAT: the shelf price */
            unitPriceWithVat: components["schemas"]["Money"];
            /** @description the price of one unit with VAT before the discount, where one lowers it */
            listPriceWithVat?: components["schemas"]["Money"];
            /** @description the line with VAT, before discounts */
            lineTotalWithVat: components["schemas"]["Money"];
            /** @description the VAT in it */
            vatAmount: components["schemas"]["Money"];
            /** @description what the discounts take from this line, with VAT */
            discount: {
                /** @description the share of the coupon’s discount; zero where none applies */
                coupon: components["schemas"]["Money"];
                /** @description the share of what campaigns take off; zero where none applies */
                campaign: components["schemas"]["Money"];
                /** @description both shares */
                total: components["schemas"]["Money"];
            };
            /** @description what is paid for this line, with VAT */
            payable: components["schemas"]["Money"];
        };
        /** ListedCart */
        ListedCart: {
            /**
             * @description the owner, `member:<customer id>` or `guest:<uuid>`; `ucp:<uuid>` of a shopping agent’s cart
             * @example member:42
             */
            subject: string;
            /** @description null or the customer */
            customerId: number | null;
            /** @description the number of lines */
            lines: number;
            /**
             * Format: int64
             * @description the sum of all quantities
             */
            pieces: number;
            /**
             * Format: date-time
             * @description when the cart changed; changes in the ten minutes after it are not shown
             * @example 2026-11-21T09:00:00.000Z
             */
            changedAt: string;
            /** @description null or with `include=value`: what the lines cost their owner now, with VAT and after discounts, without shipping; `null` where the cart cannot be priced */
            value?: components["schemas"]["Money"] | null;
        };
        /** ListedCheckout */
        ListedCheckout: {
            /**
             * @description the shop’s order number
             * @example 2026-000123
             */
            reference: string;
            /**
             * @description one of "held", "completed", "released", "expired", "cancelled"
             * @enum {string}
             */
            state: "held" | "completed" | "released" | "expired" | "cancelled";
            /** @description null or the owner of the cart, and null once the customer is deleted */
            subject: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            customerId: number | null;
            /**
             * Format: date-time
             * @description when the totals were held
             * @example 2026-11-21T09:00:00.000Z
             */
            heldAt: string;
            /**
             * Format: date-time
             * @description until when the totals are held
             * @example 2026-11-21T09:00:00.000Z
             */
            expiresAt: string;
            /** @description null or when the order was first reported */
            completedAt: string | null;
            /** @description whether a coupon or campaign was used beyond its limit, or for a first order by a customer who had another */
            overLimit: boolean;
            /** @description whether more of an item was ordered than other carts have left of it */
            overStock: boolean;
            /** @description what the customer pays, as held: the grand total with the shipping, whether that includes it or not */
            payable: components["schemas"]["Money"];
            /** @description the amount to pay, as held: with VAT and after discounts */
            grandTotal: components["schemas"]["Money"];
            /** @description null or what its returns refund; absent without returns, `null` where the checkout has no amounts of lines */
            refunded?: components["schemas"]["Money"] | null;
        };
        /** ListedCustomerGroup */
        ListedCustomerGroup: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id: number;
            name: string;
            /** @description null or number of customers in the group; null for a token without `customers:read` */
            customers: number | null;
        };
        /** MadeCodes */
        MadeCodes: {
            data: {
                /**
                 * @description the name of the batch
                 * @example 2026-11-21-K7MP
                 */
                batch: string;
                /** @description codes that were made */
                count: number;
            };
            /** @description present where fields are ignored */
            meta?: {
                warnings: components["schemas"]["Warning"][];
            };
        };
        /** ManyCustomers */
        ManyCustomers: {
            data: components["schemas"]["Customer"][];
        };
        /** Money */
        Money: {
            /**
             * @description a decimal number as text; never parse it into a float
             * @example 148.33
             */
            amount: string;
            /** @example TRY */
            currencyCode: string;
            /**
             * @description of `amount`
             * @example 2
             */
            decimalPlaces: number;
        };
        /** NewCartLink */
        NewCartLink: {
            /** @description a list of at least one line */
            lines?: {
                /**
                 * Format: int64
                 * @description an integer from 1 to 9007199254740991
                 */
                productId: number;
                /** @description null or an integer from 1 to 9007199254740991 */
                variantId?: number | null;
                /** @description an integer from 1 to 100000 */
                quantity: number;
            }[];
            /**
             * @description member:<customer id> or guest:<uuid>
             * @example member:42
             * @example guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e
             */
            subject?: string;
            /** @description null or text of 1 to 100 characters without U+0000, not only white space and invisible characters */
            couponCode?: string | null;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            expiresAt?: string | null;
            /** @description null or an integer from 1 to 1000000000 */
            uses?: number | null;
        };
        /** NewCodes */
        NewCodes: {
            /** @description an integer from 1 to 100000 */
            count: number;
            /** @description null or a text of at most 94 characters (without U+0000 and lone surrogates) */
            prefix?: string | null;
            /** @description an integer from 6 to 20 */
            length?: number;
            /** @description null or an integer of at least 1 */
            usageLimit?: number | null;
            /** @description null or an integer of at least 1 */
            usageLimitPerCustomer?: number | null;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            startsAt?: string | null;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            endsAt?: string | null;
            /** @description null or a text of 1 to 100 characters (without U+0000 and lone surrogates) */
            batch?: string | null;
        };
        /** NewCustomer */
        NewCustomer: {
            /** @description null or an email address, such as "ayse@example.com" */
            email?: string | null;
            /** @description null or a text of 1 to 255 characters (without U+0000 and lone surrogates) */
            externalId?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            name?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            surname?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            company?: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            customerGroupId?: number | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            mobilePhone?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            businessPhone?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            countryCode?: string | null;
            /** @description null or a text of at most 255 characters (without U+0000 and lone surrogates) */
            cityCode?: string | null;
            /** @description null or a text of at most 1000 characters (without U+0000 and lone surrogates) */
            address?: string | null;
            /**
             * @description one of "active", "inactive", "banned"
             * @enum {string}
             */
            status?: "active" | "inactive" | "banned";
            /** @description true or false */
            dealer?: boolean;
            /** @description true or false */
            freeCargo?: boolean;
            /** @description true or false */
            emailNotification?: boolean;
            /** @description true or false */
            smsNotification?: boolean;
            /** @description true or false */
            phoneCallNotification?: boolean;
            /** @description an integer of at least 0 */
            orderCount?: number;
        };
        /** OneCampaign */
        OneCampaign: {
            data: components["schemas"]["CampaignRecord"];
            meta?: {
                /** @description with `include=uses` alone: its uses, besides its `usageCount` */
                uses: {
                    /** @description uses by completed checkouts, those beyond the limit too */
                    completed: number;
                    /** @description uses by living holds */
                    held: number;
                };
            };
        };
        /** OneCoupon */
        OneCoupon: {
            data: components["schemas"]["CouponRecord"];
            meta?: {
                /** @description with `include=uses` alone: its uses, besides its `usageCount` */
                uses: {
                    /** @description uses by completed checkouts, those beyond the limit too */
                    completed: number;
                    /** @description uses by living holds */
                    held: number;
                };
            };
        };
        /** OneCustomer */
        OneCustomer: {
            data: components["schemas"]["Customer"];
        };
        /** OneWebhook */
        OneWebhook: {
            data: components["schemas"]["WebhookRecord"];
        };
        /** OwnCartResource */
        OwnCartResource: {
            /** @constant */
            type: "carts";
            /** @constant */
            id: "me";
            attributes: {
                /** @description the sum of all quantities */
                totalQuantity: number;
                /** @description the sum of the line totals, without VAT */
                subtotal: components["schemas"]["Money"];
                /** @description the shipping fee; zero where shipping is free */
                cargoPrice?: components["schemas"]["Money"];
                /** @description the total with VAT from which shipping is free */
                freeCargoThreshold?: components["schemas"]["Money"];
                /** @description the minimum total of an order, with VAT */
                minimumOrderAmount?: components["schemas"]["Money"];
                /** @description comes with `minimumOrderAmount` */
                belowMinimumOrder?: boolean;
                /** @description campaigns that can be chosen now; take them from the latest answer */
                campaigns?: components["schemas"]["Campaign"][];
                /** @description while the conditions of the chosen coupon are met */
                appliedCoupon?: {
                    /** @description as the shop writes it */
                    code: string;
                    description: string;
                    /**
                     * @description `percent`, `fixed` or `free_shipping`; new kinds may be added
                     * @example percent
                     * @example fixed
                     * @example free_shipping
                     */
                    discountType: string;
                    /** @description the discount; zero for free shipping */
                    discountAmount: components["schemas"]["Money"];
                };
                /** @description the campaign that applies, chosen or by itself; of several the first */
                appliedCampaign?: {
                    id: number;
                    name: string;
                    description: string;
                    /** @description the discount; zero for free shipping */
                    discountAmount: components["schemas"]["Money"];
                };
                /** @description the sum of all discounts */
                discountTotal?: components["schemas"]["Money"];
                /** @description the amount to pay, with VAT and after discounts */
                grandTotal?: components["schemas"]["Money"];
            };
            relationships: {
                items: {
                    data: {
                        /** @constant */
                        type: "cart-items";
                        id: string;
                    }[];
                };
            };
            /** @description absent for an empty cart whose chosen coupon applies, or that has none */
            meta?: {
                vat?: components["schemas"]["CartVat"];
                /** @description all promotions that apply, in the order in which they are computed; where several campaigns apply, and where one applies by itself */
                promotions?: components["schemas"]["AppliedPromotion"][];
                /** @description campaigns that nothing but their minimum keeps from applying, where the shop shows them */
                offers?: components["schemas"]["CampaignOffer"][];
                /** @description the chosen coupon while it does not apply; also the code of this request, if it is refused and not stored */
                coupon?: components["schemas"]["UnappliedCoupon"];
            };
        };
        /** OwnCoupons */
        OwnCoupons: {
            /** @description those that end soonest first, at most 100 */
            data: {
                /** @constant */
                type: "coupons";
                /**
                 * @description the code
                 * @example HOŞGELDİN10
                 */
                id: string;
                attributes: {
                    description: string;
                    /**
                     * @description the kind of its reward, or of that of its campaign; kinds may be added
                     * @example percent
                     */
                    discountType: string;
                    /** @description null or from when it, or its campaign, does not apply any more; a time in ISO 8601, null for no end */
                    endsAt: string | null;
                };
            }[];
        };
        /** OwnerCart */
        OwnerCart: {
            data: {
                /**
                 * @description the owner, `member:<customer id>` or `guest:<uuid>`; `ucp:<uuid>` of a shopping agent’s cart
                 * @example member:42
                 */
                subject: string;
                /** @description null or the customer; of a guest who has logged in, the customer who has the lines now, until that customer is deleted */
                customerId: number | null;
                /** @description null or when the cart changed; changes in the ten minutes after it are not shown */
                changedAt: string | null;
                cart: components["schemas"]["Cart"];
                /** @description null or the chosen coupon, whether it applies or not */
                coupon: {
                    /** @description as the shop writes it */
                    code: string;
                    /** @description whether every condition holds */
                    applies: boolean;
                    conditions: components["schemas"]["PromotionCondition"][];
                    /** @description null or of a reward with tiers, the one that is reached; null below the first */
                    tier?: {
                        from: string | number;
                        value: string;
                    } | null;
                    /** @description of a `buy_x_get_y` reward, which units it would choose */
                    units?: {
                        /** @description the number of complete sets */
                        sets: number;
                        /** @description the units that are paid in full, the dearest first */
                        triggers: {
                            /**
                             * Format: int64
                             * @description an integer from 1 to 9007199254740991
                             */
                            productId: number;
                            /** @description null or an integer from 1 to 9007199254740991 */
                            variantId: number | null;
                            /** @description the number of units of this line */
                            quantity: number;
                        }[];
                        /** @description the units that are discounted, the cheapest first */
                        discounted: {
                            /**
                             * Format: int64
                             * @description an integer from 1 to 9007199254740991
                             */
                            productId: number;
                            /** @description null or an integer from 1 to 9007199254740991 */
                            variantId: number | null;
                            /** @description the number of units of this line */
                            quantity: number;
                        }[];
                    };
                } | null;
                /** @description the code that was entered and refused last, for a day; absent without one. The reason is the true one: `audience` where the shopper got `unknown`. A code that no coupon has is not kept. */
                refusedCoupon?: components["schemas"]["KeptRefusal"];
                /** @description all campaigns of the shop */
                campaigns: components["schemas"]["ExplainedCampaign"][];
            };
        };
        /** PlannedReturn */
        PlannedReturn: {
            data: {
                /** @description whether what the order took of these pieces was added to the stock */
                restock: boolean;
                lines: components["schemas"]["ReturnedLine"][];
                /** @description null or what is refunded for all lines, without shipping; `null` where the checkout has no amounts of lines */
                refund: components["schemas"]["Money"] | null;
            };
        };
        /** PreviewInput */
        PreviewInput: {
            /** @description a JSON object */
            coupon: components["schemas"]["PreviewedCoupon"];
            /**
             * Format: date-time
             * @description a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00"
             */
            at?: string;
            /** @description null or an integer from 1 to 9007199254740991 */
            customerId?: number | null;
            /** @description an email address, such as "ayse@example.com" */
            email?: string;
        } | {
            /** @description a JSON object */
            campaign: components["schemas"]["PreviewedCampaign"];
            /**
             * Format: date-time
             * @description a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00"
             */
            at?: string;
            /** @description null or an integer from 1 to 9007199254740991 */
            customerId?: number | null;
            /** @description an email address, such as "ayse@example.com" */
            email?: string;
        };
        /** PreviewedCampaign */
        PreviewedCampaign: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id: number;
            /** @description a text of 1 to 255 characters (without U+0000 and lone surrogates) */
            name: string;
            /** @description an integer of at least 0 */
            logicalGroup?: number;
            /** @description an integer */
            priority?: number;
            /** @description a list of different weekdays from 1 (Monday) to 7 (Sunday) */
            weekdays?: number[];
            /** @description null or a time of day as HH:MM, such as "09:30" */
            dailyFrom?: string | null;
            /** @description null or a time of day as HH:MM, such as "09:30" */
            dailyTo?: string | null;
            /** @description true or false */
            couponBound?: boolean;
            /** @description true or false */
            automatic?: boolean;
            /** @description true or false */
            combinesWithCoupons?: boolean;
            /** @description null or an integer of at least 0 */
            usageLimitPerCustomer?: number | null;
            /** @description a JSON object */
            reward: {
                /**
                 * @description one of "percent", "fixed", "buy_x_pay_y", "buy_x_get_y", "free_shipping"
                 * @enum {string}
                 */
                type: "percent" | "fixed" | "buy_x_pay_y" | "buy_x_get_y" | "free_shipping";
                /** @description null or a decimal number as text, such as "199.90" */
                value?: string | null;
                /** @description null or one of "total", "quantity" */
                by?: ("total" | "quantity") | null;
                /** @description a list of at most 20 tiers */
                tiers?: {
                    /** @description a decimal number as text, such as "199.90", or an integer of at least 1 */
                    from: string | number;
                    /** @description a decimal number as text, such as "199.90" */
                    value: string;
                }[];
                /** @description null or a decimal number as text, such as "199.90" */
                maximum?: string | null;
                /** @description an integer of at least 1 */
                buy?: number;
                /** @description an integer of at least 0 */
                pay?: number;
                /** @description an integer of at least 1 */
                get?: number;
                /** @description a decimal number as text, such as "199.90" */
                percent?: string;
                /** @description null or an integer of at least 1 */
                times?: number | null;
                /** @description null or a JSON object */
                target?: {
                    /** @description a list of at most 10000 ids */
                    productIds?: number[];
                    /** @description a list of at most 10000 ids */
                    variantIds?: number[];
                    /** @description a list of at most 10000 terms */
                    brands?: string[];
                    /** @description a list of at most 10000 terms */
                    categories?: string[];
                    /** @description a list of at most 10000 terms */
                    tags?: string[];
                } | null;
            };
            /** @description a text of at most 10000 characters (without U+0000 and lone surrogates) */
            description?: string;
            /** @description true or false */
            active?: boolean;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            startsAt?: string | null;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            endsAt?: string | null;
            /** @description null or an integer of at least 0 */
            usageLimit?: number | null;
            /** @description an integer of at least 0 */
            usageCount?: number;
            /** @description null or a JSON object */
            audience?: {
                /** @description true or false */
                visitors?: boolean;
                /** @description true or false */
                members?: boolean;
                /** @description true or false */
                dealers?: boolean;
                /** @description a list of at most 10000 ids */
                customerGroupIds?: number[];
                /** @description a list of at most 10000 ids */
                customerIds?: number[];
                /** @description true or false */
                firstOrder?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description true or false */
                    visitors?: boolean;
                    /** @description true or false */
                    members?: boolean;
                    /** @description true or false */
                    dealers?: boolean;
                    /** @description a list of at most 10000 ids */
                    customerGroupIds?: number[];
                    /** @description a list of at most 10000 ids */
                    customerIds?: number[];
                };
                /** @description a list of different channels: app, web, agent */
                channels?: ("app" | "web" | "agent")[];
            } | null;
            /** @description a JSON object */
            conditions?: {
                /** @description null or a decimal number as text, such as "199.90" */
                minimumTotal?: string | null;
                /** @description null or an integer of at least 0 */
                minimumQuantity?: number | null;
                /** @description a list of at most 10000 ids */
                productIds?: number[];
                /** @description a list of at most 10000 ids */
                variantIds?: number[];
                /** @description a list of at most 10000 terms */
                brands?: string[];
                /** @description a list of at most 10000 terms */
                categories?: string[];
                /** @description a list of at most 10000 terms */
                tags?: string[];
                /** @description null or a decimal number as text, such as "199.90" */
                priceFrom?: string | null;
                /** @description null or a decimal number as text, such as "199.90" */
                priceTo?: string | null;
                /** @description true or false */
                excludeDiscounted?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description a list of at most 10000 ids */
                    productIds?: number[];
                    /** @description a list of at most 10000 ids */
                    variantIds?: number[];
                    /** @description a list of at most 10000 terms */
                    brands?: string[];
                    /** @description a list of at most 10000 terms */
                    categories?: string[];
                    /** @description a list of at most 10000 terms */
                    tags?: string[];
                };
            };
        };
        /** PreviewedCoupon */
        PreviewedCoupon: {
            /** @description a text of 1 to 100 characters (without U+0000 and lone surrogates) */
            code: string;
            /**
             * @description one of "percent", "fixed", "free_shipping"
             * @enum {string}
             */
            discountType: "percent" | "fixed" | "free_shipping";
            /** @description null or a decimal number as text, such as "199.90" */
            value?: string | null;
            /** @description null or one of "total", "quantity" */
            by?: ("total" | "quantity") | null;
            /** @description a list of at most 20 tiers */
            tiers?: {
                /** @description a decimal number as text, such as "199.90", or an integer of at least 1 */
                from: string | number;
                /** @description a decimal number as text, such as "199.90" */
                value: string;
            }[];
            /** @description null or a decimal number as text, such as "199.90" */
            maximum?: string | null;
            /** @description null or an integer from 1 to 9007199254740991 */
            campaignId?: number | null;
            /** @description null or an integer of at least 0 */
            usageLimitPerCustomer?: number | null;
            /** @description null or a text of 1 to 100 characters (without U+0000 and lone surrogates) */
            batch?: string | null;
            /** @description true or false */
            combinesWithCampaigns?: boolean;
            /** @description a text of at most 10000 characters (without U+0000 and lone surrogates) */
            description?: string;
            /** @description true or false */
            active?: boolean;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            startsAt?: string | null;
            /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
            endsAt?: string | null;
            /** @description null or an integer of at least 0 */
            usageLimit?: number | null;
            /** @description an integer of at least 0 */
            usageCount?: number;
            /** @description null or a JSON object */
            audience?: {
                /** @description true or false */
                visitors?: boolean;
                /** @description true or false */
                members?: boolean;
                /** @description true or false */
                dealers?: boolean;
                /** @description a list of at most 10000 ids */
                customerGroupIds?: number[];
                /** @description a list of at most 10000 ids */
                customerIds?: number[];
                /** @description true or false */
                firstOrder?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description true or false */
                    visitors?: boolean;
                    /** @description true or false */
                    members?: boolean;
                    /** @description true or false */
                    dealers?: boolean;
                    /** @description a list of at most 10000 ids */
                    customerGroupIds?: number[];
                    /** @description a list of at most 10000 ids */
                    customerIds?: number[];
                };
                /** @description a list of different channels: app, web, agent */
                channels?: ("app" | "web" | "agent")[];
            } | null;
            /** @description a JSON object */
            conditions?: {
                /** @description null or a decimal number as text, such as "199.90" */
                minimumTotal?: string | null;
                /** @description null or an integer of at least 0 */
                minimumQuantity?: number | null;
                /** @description a list of at most 10000 ids */
                productIds?: number[];
                /** @description a list of at most 10000 ids */
                variantIds?: number[];
                /** @description a list of at most 10000 terms */
                brands?: string[];
                /** @description a list of at most 10000 terms */
                categories?: string[];
                /** @description a list of at most 10000 terms */
                tags?: string[];
                /** @description null or a decimal number as text, such as "199.90" */
                priceFrom?: string | null;
                /** @description null or a decimal number as text, such as "199.90" */
                priceTo?: string | null;
                /** @description true or false */
                excludeDiscounted?: boolean;
                /** @description a JSON object */
                exclude?: {
                    /** @description a list of at most 10000 ids */
                    productIds?: number[];
                    /** @description a list of at most 10000 ids */
                    variantIds?: number[];
                    /** @description a list of at most 10000 terms */
                    brands?: string[];
                    /** @description a list of at most 10000 terms */
                    categories?: string[];
                    /** @description a list of at most 10000 terms */
                    tags?: string[];
                };
            };
        };
        /** PriceChange */
        PriceChange: {
            /** @description id of the product */
            productId: number;
            /** @description id of the variant, or null for the product */
            variantId: number | null;
            /** @description what the item costs without a customer group, as a decimal */
            from: string;
            /** @description what it costs after the import */
            to: string;
            /** @description change in percent; null from a price of 0 */
            percent: number | null;
        };
        /** Product */
        Product: {
            /** Format: int64 */
            id: number;
            sku: string | null;
            name: string;
            /** @description null or the URL of a picture, or a path below that of the shop’s pictures */
            image: string | null;
            onSale: boolean;
            /**
             * @description a decimal number as text
             * @example 199.90
             */
            price: string;
            /**
             * @description what one piece costs a guest now: the price with the discount that is active, unrounded, with or without VAT as `price`; it cannot be written
             * @example 159.92
             */
            currentPrice: string;
            /** @description percent */
            vatRate: number;
            stock: number;
            /** @description what holds of all carts reserve of the stock; 0 while the stock guard does not count */
            reserved: number;
            stockUnit: string;
            stockIncrement: number;
            freeCargo: boolean;
            /** @description whether it is sold at any stock */
            backorder: boolean;
            discount: components["schemas"]["ProductDiscount"] | null;
            groupPrices: components["schemas"]["ProductGroupPrice"][];
            /** @description prices by quantity; of a variant its own, and where it has none, those of its product apply */
            tierPrices: components["schemas"]["ProductTierPrice"][];
            brand: string | null;
            categories: string[];
            tags: string[];
            variants: components["schemas"]["ProductVariant"][];
        };
        /** ProductChange */
        ProductChange: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id?: number;
            /** @description a text of 1 to 255 characters (without U+0000 and lone surrogates) */
            sku?: string;
            /** @description a decimal number as text, such as "199.90", or null for a variant */
            price?: string | null;
            /** @description a number (not text), such as 12 or 2.5 */
            stock?: number;
            /** @description a decimal number as text, with or without a sign, such as "-2" or "+3.5" */
            stockChange?: string;
            /** @description true or false */
            onSale?: boolean;
            /** @description true or false, or null for a variant */
            backorder?: boolean | null;
            /** @description null or a JSON object */
            discount?: {
                /**
                 * @description one of "percent", "amount", "price"
                 * @enum {string}
                 */
                type: "percent" | "amount" | "price";
                /** @description a decimal number as text, such as "199.90" */
                value: string;
                /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
                startsAt?: string | null;
                /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
                endsAt?: string | null;
            } | null;
            /** @description null or a list of at most 20 prices by quantity */
            tierPrices?: {
                /** @description an integer from 1 to 100000 */
                from: number;
                /** @description a decimal number as text, such as "199.90" */
                price: string;
                /** @description null or an integer from 1 to 9007199254740991 */
                customerGroupId?: number | null;
            }[] | null;
            /** @description null or a text of 1 to 255 characters (without U+0000 and lone surrogates) */
            brand?: string | null;
            /** @description a list of at most 20 categories */
            categories?: string[];
            /** @description a list of at most 100 tags */
            tags?: string[];
            /** @description a list of variants */
            variants?: components["schemas"]["VariantChange"][];
        };
        /** ProductDiscount */
        ProductDiscount: {
            /**
             * @description one of "percent", "amount", "price"
             * @enum {string}
             */
            type: "percent" | "amount" | "price";
            /**
             * @description a decimal number as text
             * @example 199.90
             */
            value: string;
            startsAt: string | null;
            endsAt: string | null;
        };
        /** ProductGroupPrice */
        ProductGroupPrice: {
            /** Format: int64 */
            customerGroupId: number;
            /**
             * @description a decimal number as text
             * @example 199.90
             */
            price: string;
        };
        /** ProductPage */
        ProductPage: {
            data: components["schemas"]["Product"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** ProductTierPrice */
        ProductTierPrice: {
            /** @description the first quantity of a line with this price */
            from: number;
            /**
             * @description a decimal number as text
             * @example 199.90
             */
            price: string;
            /**
             * Format: int64
             * @description absent for everyone whose group has no prices by quantity
             */
            customerGroupId?: number;
        };
        /** ProductVariant */
        ProductVariant: {
            /** Format: int64 */
            id: number;
            sku: string | null;
            name: string;
            /** @description null or as of a product; null for that of the product */
            image: string | null;
            onSale: boolean;
            /** @description null or a decimal number as text */
            price: string | null;
            /**
             * @description what one piece costs a guest now: the price with the discount that is active, unrounded, with or without VAT as `price`; it cannot be written
             * @example 159.92
             */
            currentPrice: string;
            stock: number;
            /** @description what holds of all carts reserve of the stock; 0 while the stock guard does not count */
            reserved: number;
            /** @description null or whether it is sold at any stock: null leaves it to the product */
            backorder: boolean | null;
            discount: components["schemas"]["ProductDiscount"] | null;
            groupPrices: components["schemas"]["ProductGroupPrice"][];
            /** @description prices by quantity; of a variant its own, and where it has none, those of its product apply */
            tierPrices: components["schemas"]["ProductTierPrice"][];
        };
        /** PromotionCondition */
        PromotionCondition: {
            /**
             * @description conditions may be added
             * @example minimumTotal
             */
            name: string;
            holds: boolean;
            /**
             * @description the compared values, for people
             * @example 120 of 500
             */
            detail: string;
            /** @description the compared values, by the name of the condition; kinds may be added */
            values: components["schemas"]["ConditionValues"];
        };
        /** PromotionEffect */
        PromotionEffect: {
            /** @description the amount to pay with the promotion; zero for an empty cart */
            grandTotal: components["schemas"]["Money"];
            /** @description the amount to pay of the same cart without it, and without what is stored under its key */
            grandTotalWithout: components["schemas"]["Money"];
            /** @description the first minus the second: negative where the customer pays less */
            difference: components["schemas"]["Money"];
            /** @description null or the code of the other coupon that applies now, in whose place the coupon comes */
            replacedCoupon: string | null;
            /** @description null or the campaign that applies now, and not beside the promotion */
            replacedCampaign: number | null;
            /**
             * Format: date-time
             * @description the time that promotions and prices were judged for
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
            /** @description null or the customer whom they were judged for; null for a guest */
            customerId: number | null;
        };
        /** PromotionPreview */
        PromotionPreview: {
            data: {
                /**
                 * @description the owner, `member:<customer id>` or `guest:<uuid>`; `ucp:<uuid>` of a shopping agent’s cart
                 * @example member:42
                 */
                subject: string;
                /** @description null or the customer; of a guest who has logged in, the customer who has the lines now, until that customer is deleted */
                customerId: number | null;
                /** @description null or when the cart changed; changes in the ten minutes after it are not shown */
                changedAt: string | null;
                cart: components["schemas"]["Cart"];
                /** @description null or the chosen coupon, whether it applies or not */
                coupon: {
                    /** @description as the shop writes it */
                    code: string;
                    /** @description whether every condition holds */
                    applies: boolean;
                    conditions: components["schemas"]["PromotionCondition"][];
                    /** @description null or of a reward with tiers, the one that is reached; null below the first */
                    tier?: {
                        from: string | number;
                        value: string;
                    } | null;
                    /** @description of a `buy_x_get_y` reward, which units it would choose */
                    units?: {
                        /** @description the number of complete sets */
                        sets: number;
                        /** @description the units that are paid in full, the dearest first */
                        triggers: {
                            /**
                             * Format: int64
                             * @description an integer from 1 to 9007199254740991
                             */
                            productId: number;
                            /** @description null or an integer from 1 to 9007199254740991 */
                            variantId: number | null;
                            /** @description the number of units of this line */
                            quantity: number;
                        }[];
                        /** @description the units that are discounted, the cheapest first */
                        discounted: {
                            /**
                             * Format: int64
                             * @description an integer from 1 to 9007199254740991
                             */
                            productId: number;
                            /** @description null or an integer from 1 to 9007199254740991 */
                            variantId: number | null;
                            /** @description the number of units of this line */
                            quantity: number;
                        }[];
                    };
                } | null;
                /** @description the code that was entered and refused last, for a day; absent without one. The reason is the true one: `audience` where the shopper got `unknown`. A code that no coupon has is not kept. */
                refusedCoupon?: components["schemas"]["KeptRefusal"];
                /** @description all campaigns of the shop */
                campaigns: components["schemas"]["ExplainedCampaign"][];
            };
            meta: {
                preview: components["schemas"]["PromotionEffect"];
                warnings: components["schemas"]["Warning"][];
            };
        };
        /** PromotionResults */
        PromotionResults: {
            data: {
                campaigns: components["schemas"]["CampaignResult"][];
                coupons: components["schemas"]["CouponResult"][];
                batches: components["schemas"]["BatchResult"][];
            };
            meta: {
                /**
                 * Format: date-time
                 * @description the beginning of the period
                 * @example 2026-11-21T09:00:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description its end, which is not part of it
                 * @example 2026-11-21T09:00:00.000Z
                 */
                to: string;
                /** @description all orders of the period */
                orders: number;
                /** @description one for each currency and number of decimal places, those of the shop first */
                turnover: components["schemas"]["Money"][];
                /** @description those with a coupon or a campaign */
                promotedOrders: number;
                /** @description one for each currency and number of decimal places, those of the shop first */
                promotedTurnover: components["schemas"]["Money"][];
                leftOut: {
                    /** @description rows besides the first 100 */
                    campaigns: number;
                    /** @description rows besides the first 100 */
                    coupons: number;
                    /** @description rows besides the first 100 */
                    batches: number;
                };
            };
        };
        /** ReplayedWebhook */
        ReplayedWebhook: {
            data: components["schemas"]["WebhookRecord"];
            meta: {
                /** @description events that were to be sent and are jumped over */
                skipped: number;
            };
        };
        /** Return */
        Return: {
            /** @description the id of the return */
            id: string;
            /**
             * Format: date-time
             * @description when it was made
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
            /** @description whether what the order took of these pieces was added to the stock */
            restock: boolean;
            lines: components["schemas"]["ReturnedLine"][];
            /** @description null or what is refunded for all lines, without shipping; `null` where the checkout has no amounts of lines */
            refund: components["schemas"]["Money"] | null;
        };
        /** ReturnAnswer */
        ReturnAnswer: {
            data: components["schemas"]["Return"];
        };
        /** ReturnedLine */
        ReturnedLine: {
            /** @description the line of the held cart */
            itemId?: string;
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            productId?: number;
            /** @description null or an integer from 1 to 9007199254740991 */
            variantId?: number | null;
            quantity: number;
            /** @description null or what is refunded for these pieces, with VAT and after discounts; `null` where the checkout has no amounts of lines */
            refund: components["schemas"]["Money"] | null;
            /** @description null or the net amount in it; `null` where the checkout has no amounts of lines */
            net: components["schemas"]["Money"] | null;
            /** @description null or the VAT in it; `null` where the checkout has no amounts of lines */
            vat: components["schemas"]["Money"] | null;
        };
        /** Reward */
        Reward: {
            /**
             * @description one of "percent", "fixed", "buy_x_pay_y", "buy_x_get_y", "free_shipping"
             * @enum {string}
             */
            type: "percent" | "fixed" | "buy_x_pay_y" | "buy_x_get_y" | "free_shipping";
            /**
             * @description of `percent` and `fixed` without tiers: a percentage or an amount with VAT that is taken off, as decimal text
             * @example 10
             */
            value?: string;
            /**
             * @description of `percent` and `fixed` with tiers: what tiers are reached by, the value with VAT or the pieces of what is covered
             * @enum {string}
             */
            by?: "total" | "quantity";
            /** @description of `percent` and `fixed`: ascending tiers, of which the highest that is reached counts */
            tiers?: components["schemas"]["RewardTier"][];
            /** @description of `percent`: null or the most that a percentage takes off, as decimal text */
            maximum?: string | null;
            /** @description of `buy_x_pay_y` and `buy_x_get_y`: the pieces that a set needs, without those of `get` */
            buy?: number;
            /** @description of `buy_x_pay_y`: the pieces of a set that are paid; the others, the cheapest, are free */
            pay?: number;
            /** @description of `buy_x_get_y`: the further pieces of a set, which are discounted */
            get?: number;
            /**
             * @description of `buy_x_get_y`: what is taken off those, as a percentage in decimal text
             * @example 10
             */
            percent?: string;
            /** @description of `buy_x_get_y`: null or the most sets that count */
            times?: number | null;
            /** @description of `buy_x_get_y`: null or the items that are discounted, instead of those that the conditions cover */
            target?: {
                productIds: number[];
                variantIds: number[];
                brands: string[];
                categories: string[];
                tags: string[];
            } | null;
        };
        /** RewardTier */
        RewardTier: {
            /**
             * @description where the tier begins, inclusive: decimal text for a total, an integer for pieces
             * @example 500
             * @example 3
             */
            from: string | number;
            /**
             * @description a percentage or an amount with VAT that is taken off, as decimal text
             * @example 10
             */
            value: string;
        };
        /** RotatedWebhook */
        RotatedWebhook: {
            data: components["schemas"]["WebhookWithSecret"];
        };
        /** SavedCampaign */
        SavedCampaign: {
            data: components["schemas"]["CampaignRecord"];
            meta: {
                warnings: components["schemas"]["Warning"][];
            };
        };
        /** SavedCoupon */
        SavedCoupon: {
            data: components["schemas"]["CouponRecord"];
            meta: {
                warnings: components["schemas"]["Warning"][];
            };
        };
        /** SavedWebhook */
        SavedWebhook: {
            data: components["schemas"]["WebhookRecord"];
            meta: {
                warnings: components["schemas"]["Warning"][];
            };
        };
        /** ShopFile */
        ShopFile: {
            /** @description a list */
            products?: {
                [key: string]: unknown;
            }[];
            /** @description a list */
            customerGroups?: {
                [key: string]: unknown;
            }[];
            /** @description a list */
            customers?: {
                [key: string]: unknown;
            }[];
            /** @description a list */
            shippingCompanies?: {
                [key: string]: unknown;
            }[];
            /** @description a list */
            paymentMethods?: {
                [key: string]: unknown;
            }[];
            /** @description a list */
            campaigns?: {
                [key: string]: unknown;
            }[];
            /** @description a list */
            coupons?: {
                [key: string]: unknown;
            }[];
            /** @description a list */
            carts?: {
                [key: string]: unknown;
            }[];
            /** @description a JSON object */
            shop?: {
                [key: string]: unknown;
            };
        };
        /** SwitchedOffCodes */
        SwitchedOffCodes: {
            data: {
                /**
                 * @description the name of the batch
                 * @example 2026-11-21-K7MP
                 */
                batch: string;
                /** @description codes that were switched off; those that were off already are not counted */
                count: number;
            };
        };
        /** TestedWebhook */
        TestedWebhook: {
            data: {
                /** @description null or status of the answer */
                status: number | null;
                /** @description null or what an attempt without an answer failed at */
                error: ("dns" | "address" | "connection" | "tls" | "timeout") | null;
                /** @description duration of the attempt in milliseconds */
                ms: number;
            };
        };
        /** Turnover */
        Turnover: {
            /** @description one for each currency and number of decimal places; that of the shop is always there, and the first */
            data: components["schemas"]["TurnoverRow"][];
            meta: {
                /**
                 * Format: date-time
                 * @description the beginning of the period
                 * @example 2026-11-21T09:00:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description its end, which is not part of it
                 * @example 2026-11-21T09:00:00.000Z
                 */
                to: string;
                /** @description returned lines of the period whose amounts are not known, and in no `refunds` */
                unknownRefunds: number;
            };
        };
        /** TurnoverRow */
        TurnoverRow: {
            /** @description orders that were completed in the period, and not cancelled */
            orders: number;
            /** @description the sum of what they paid, their `payable`: with VAT and shipping, after discounts */
            turnover: components["schemas"]["Money"];
            /** @description null or what an order paid on average, rounded half up; `null` without orders */
            average: components["schemas"]["Money"] | null;
            /** @description what the returns that were made in the period refund, of any order that is not cancelled */
            refunds: components["schemas"]["Money"];
            /** @description orders that were completed in the period, and are cancelled */
            cancelled: number;
        };
        /** UnappliedCoupon */
        UnappliedCoupon: {
            /** @description as the shop writes it; for `unknown` as it was sent */
            code: string;
            /** @constant */
            applied: false;
            /**
             * @description the first that holds, in this order: `unknown`, `inactive`, `not_started`, `expired`, `used_up`, `audience`, `used_by_customer`, `channel`, `campaign`, `products`, `minimum_quantity`, `minimum_total`; reasons may be added
             * @example minimum_total
             */
            reason: string;
            /** @description for developers */
            detail: string;
            /** @description where a minimum total is missing, and nothing but minimums: by how much the lines that count, with VAT, are too little; rounded up to a minor unit */
            missingAmount?: components["schemas"]["Money"];
            /** @description where a minimum quantity is missing, and nothing but minimums: by how many pieces those lines are too few */
            missingQuantity?: number;
            /** @description beside either: whether the lines of certain products count alone; otherwise all lines do */
            limitedToProducts?: boolean;
        };
        /** VariantChange */
        VariantChange: {
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            id?: number;
            /** @description a text of 1 to 255 characters (without U+0000 and lone surrogates) */
            sku?: string;
            /** @description null or a decimal number as text, such as "199.90" */
            price?: string | null;
            /** @description a number (not text), such as 12 or 2.5 */
            stock?: number;
            /** @description a decimal number as text, with or without a sign, such as "-2" or "+3.5" */
            stockChange?: string;
            /** @description true or false */
            onSale?: boolean;
            /** @description null or true or false */
            backorder?: boolean | null;
            /** @description null or a JSON object */
            discount?: {
                /**
                 * @description one of "percent", "amount", "price"
                 * @enum {string}
                 */
                type: "percent" | "amount" | "price";
                /** @description a decimal number as text, such as "199.90" */
                value: string;
                /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
                startsAt?: string | null;
                /** @description null or a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00" */
                endsAt?: string | null;
            } | null;
            /** @description null or a list of at most 20 prices by quantity */
            tierPrices?: {
                /** @description an integer from 1 to 100000 */
                from: number;
                /** @description a decimal number as text, such as "199.90" */
                price: string;
                /** @description null or an integer from 1 to 9007199254740991 */
                customerGroupId?: number | null;
            }[] | null;
        };
        /** VatRow */
        VatRow: {
            /** @description in percent */
            vatRate: number;
            /** @description without VAT */
            net: components["schemas"]["Money"];
            /** @description the VAT */
            vat: components["schemas"]["Money"];
            /** @description with VAT */
            total: components["schemas"]["Money"];
        };
        /** Warning */
        Warning: {
            /**
             * @description JSON pointer of the field
             * @example /usageLimit
             * @example /0/variants/1/prise
             */
            pointer: string;
            /** @description explanation for people */
            detail: string;
        };
        /** WebLogin */
        WebLogin: {
            /**
             * @description one of "member", "guest", "none"
             * @enum {string}
             */
            identity: "member" | "guest" | "none";
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            customerId?: number;
            cart?: components["schemas"]["Cart"];
            meta: {
                /** @description how many lines of the guest’s cart came along */
                merged: number;
            };
        };
        /** WebSession */
        WebSession: {
            /**
             * @description one of "member", "guest", "none"
             * @enum {string}
             */
            identity: "member" | "guest" | "none";
            /**
             * Format: int64
             * @description an integer from 1 to 9007199254740991
             */
            customerId?: number;
            cart?: components["schemas"]["Cart"];
        };
        /** WebhookInput */
        WebhookInput: {
            /**
             * Format: uri
             * @description an absolute https URL of at most 2048 characters, without a user name and without a fragment
             * @example https://erp.example.com/sepet-events
             */
            url: string;
            /** @description a list of 1 to 50 types of events */
            types: string[];
            /**
             * @description whsec_ followed by 24 to 64 bytes in base64
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret?: string;
            /** @description true or false */
            active?: boolean;
            /**
             * @description left out, or the name in the path
             * @example erp
             */
            name?: string;
        };
        /** WebhookPage */
        WebhookPage: {
            data: components["schemas"]["WebhookRecord"][];
            meta: {
                limit: number;
            };
            links: {
                next: string | null;
            };
        };
        /** WebhookRecord */
        WebhookRecord: {
            /** @example erp */
            name: string;
            /** @example https://erp.example.com/sepet-events */
            url: string;
            types: string[];
            active: boolean;
            /**
             * @description one of "ok", "failing", "disabled"
             * @enum {string}
             */
            state: "ok" | "failing" | "disabled";
            /** @description null or why nothing is sent: `active` is false, the receiver answered 410, or it has failed for too long */
            disabledReason: ("switched_off" | "gone" | "failing") | null;
            /** @description null or time of the first failure since the last success */
            failingSince: string | null;
            /**
             * Format: int64
             * @description id of the last event that is done
             */
            cursor: number;
            /** @description events after the cursor that are to be sent */
            pending: number;
            /** @description events that were deleted by age before they were delivered */
            lost: number;
            /** @description null or when the failed event is sent again */
            nextAttemptAt: string | null;
            lastSuccess: {
                /**
                 * Format: date-time
                 * @description when the event was sent
                 * @example 2026-11-21T09:00:00.000Z
                 */
                at: string;
                /**
                 * @description status of the answer
                 * @example 204
                 */
                status: number;
                /**
                 * Format: int64
                 * @description an integer from 1 to 9007199254740991
                 */
                eventId: number;
            } | null;
            lastFailure: {
                /**
                 * Format: date-time
                 * @description when the event was sent
                 * @example 2026-11-21T09:00:00.000Z
                 */
                at: string;
                /** @description null or status of the answer */
                status: number | null;
                /** @description null or what an attempt without an answer failed at */
                error: ("dns" | "address" | "connection" | "tls" | "timeout") | null;
                /**
                 * Format: int64
                 * @description an integer from 1 to 9007199254740991
                 */
                eventId: number;
            } | null;
            /**
             * Format: date-time
             * @description time of creation
             * @example 2026-11-21T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description time of the last change by an administrator
             * @example 2026-11-21T09:00:00.000Z
             */
            updatedAt: string;
        };
        /** WebhookReplay */
        WebhookReplay: {
            /**
             * Format: int64
             * @description the id of an event, from 0 to the last one of the feed
             */
            after: number;
        };
        /** WebhookRotation */
        WebhookRotation: {
            /**
             * @description whsec_ followed by 24 to 64 bytes in base64
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret?: string;
        };
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /** @example erp */
            name: string;
            /** @example https://erp.example.com/sepet-events */
            url: string;
            types: string[];
            active: boolean;
            /**
             * @description one of "ok", "failing", "disabled"
             * @enum {string}
             */
            state: "ok" | "failing" | "disabled";
            /** @description null or why nothing is sent: `active` is false, the receiver answered 410, or it has failed for too long */
            disabledReason: ("switched_off" | "gone" | "failing") | null;
            /** @description null or time of the first failure since the last success */
            failingSince: string | null;
            /**
             * Format: int64
             * @description id of the last event that is done
             */
            cursor: number;
            /** @description events after the cursor that are to be sent */
            pending: number;
            /** @description events that were deleted by age before they were delivered */
            lost: number;
            /** @description null or when the failed event is sent again */
            nextAttemptAt: string | null;
            lastSuccess: {
                /**
                 * Format: date-time
                 * @description when the event was sent
                 * @example 2026-11-21T09:00:00.000Z
                 */
                at: string;
                /**
                 * @description status of the answer
                 * @example 204
                 */
                status: number;
                /**
                 * Format: int64
                 * @description an integer from 1 to 9007199254740991
                 */
                eventId: number;
            } | null;
            lastFailure: {
                /**
                 * Format: date-time
                 * @description when the event was sent
                 * @example 2026-11-21T09:00:00.000Z
                 */
                at: string;
                /** @description null or status of the answer */
                status: number | null;
                /** @description null or what an attempt without an answer failed at */
                error: ("dns" | "address" | "connection" | "tls" | "timeout") | null;
                /**
                 * Format: int64
                 * @description an integer from 1 to 9007199254740991
                 */
                eventId: number;
            } | null;
            /**
             * Format: date-time
             * @description time of creation
             * @example 2026-11-21T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description time of the last change by an administrator
             * @example 2026-11-21T09:00:00.000Z
             */
            updatedAt: string;
            /**
             * @description the key of the signatures, which no other answer contains
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createGuestToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestToken"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readCart: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of bodies that the client has, as `ETag` gave them. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    clearCart: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    addItem: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
                /** @description A key of this add alone, with which the request may be repeated for a day. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    productId: number;
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    variantId?: number;
                    /** @description an integer from 1 to 100000 */
                    quantity: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAfterAdding"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    removeItem: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a line. */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    setQuantity: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a line. */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description an integer from 1 to 100000 */
                    quantity: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    setNotes: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a line. */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description text without U+0000, or null */
                    orderNote?: string | null;
                    /** @description text without U+0000, or null */
                    giftNote?: string | null;
                    /** @description true or false */
                    giftPackage?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    applyCoupon: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description text of 1 to 100 characters without U+0000, not only white space and invisible characters */
                    couponCode: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    removeCoupon: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    chooseCampaign: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    campaignId: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    removeCampaign: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listOwnCoupons: {
        parameters: {
            query?: never;
            header?: {
                /** @description Tags of bodies that the client has, as `ETag` gave them. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["OwnCoupons"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    mergeCart: {
        parameters: {
            query?: {
                /** @description `items`, which every answer includes anyway; empty for an answer without lines. */
                include?: string;
                /** @description The fields of the cart to show, separated by commas; `items` is its relationship to the lines. Other fields are left out, and `data.meta` but for its `coupon`. */
                "fields[carts]"?: string;
                /** @description The fields of the lines to show, separated by commas; empty for an answer without lines. Other fields are left out, and the `meta` of lines. */
                "fields[cart-items]"?: string;
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the access token of a guest */
                    guestToken: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["CartAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createMemberHandoff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HandoffRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoffLink"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createGuestHandoff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HandoffRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoffLink"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    openCartLink: {
        parameters: {
            query: {
                /** @description What the link contains. */
                c: string;
            };
            header?: {
                /** @description `prefetch` for a request that must not use the link. */
                "Sec-Purpose"?: string;
                /** @description `prefetch` for a request that must not use the link. */
                Purpose?: string;
                /** @description `prefetch` for a request that must not use the link. */
                "X-Purpose"?: string;
                /** @description `prefetch` for a request that must not use the link. */
                "X-Moz"?: string;
                /** @description What the browser asks for: only `document`, a page of its own, opens the link. */
                "Sec-Fetch-Dest"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    openBuyLink: {
        parameters: {
            query?: {
                /** @description A coupon code. */
                coupon?: string;
                /** @description A path of the same site, to which the link then leads. */
                continue_to?: string;
            };
            header?: {
                /** @description `prefetch` for a request that must not use the link. */
                "Sec-Purpose"?: string;
                /** @description `prefetch` for a request that must not use the link. */
                Purpose?: string;
                /** @description `prefetch` for a request that must not use the link. */
                "X-Purpose"?: string;
                /** @description `prefetch` for a request that must not use the link. */
                "X-Moz"?: string;
                /** @description What the browser asks for: only `document`, a page of its own, opens the link. */
                "Sec-Fetch-Dest"?: string;
            };
            path: {
                /** @description Pairs of an item and a quantity. */
                items: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description See Other */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    continueCart: {
        parameters: {
            query: {
                /** @description What the link contains. */
                c: string;
            };
            header?: {
                /** @description `prefetch` for a request that must not use the link. */
                "Sec-Purpose"?: string;
                /** @description `prefetch` for a request that must not use the link. */
                Purpose?: string;
                /** @description `prefetch` for a request that must not use the link. */
                "X-Purpose"?: string;
                /** @description `prefetch` for a request that must not use the link. */
                "X-Moz"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createActingToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActingToken"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description an integer from 1 to 9007199254740991
                     */
                    customerId?: number;
                    /** @description a text of 1 to 255 characters (without U+0000 and lone surrogates) */
                    externalId?: string;
                    /**
                     * @description whether the cart, the choices and the hold of a guest’s session come along; with `false` they stay the guest’s, whose tokens remain valid
                     * @default true
                     */
                    merge?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebLogin"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCheckouts: {
        parameters: {
            query?: {
                /** @description States out of held, completed, released, expired, cancelled, separated by commas. */
                "filter[state]"?: string;
                /** @description Member:<customer id> or guest:<uuid>. */
                "filter[subject]"?: string;
                /** @description The customer. */
                "filter[customerId]"?: number;
                /** @description The end of a reference, in any letter case; of many references that have the same last three characters, the 10,000 last held are compared. */
                "filter[reference]"?: string;
                /** @description Checkouts that were held at this time or later. */
                "filter[heldAfter]"?: string;
                /** @description Checkouts that were held before this time. */
                "filter[heldBefore]"?: string;
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 128 characters out of letters, digits and ._~-, the first a letter or digit. */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    holdCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 128 characters out of letters, digits and ._~-, the first a letter or digit. */
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description member:<customer id> or guest:<uuid>
                     * @example member:42
                     * @example guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e
                     */
                    subject: string;
                    /** @description an object with grandTotal */
                    expected: {
                        /** @description a decimal number as text, such as "489.50" */
                        grandTotal: string;
                        /** @description a decimal number as text, such as "489.50" */
                        cargoPrice?: string;
                        /** @description an entity tag with its quotation marks and without W/, as ETag has it */
                        etag?: string;
                    };
                    /**
                     * @description one of "app", "web"
                     * @enum {string}
                     */
                    channel?: "app" | "web";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    releaseCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 128 characters out of letters, digits and ._~-, the first a letter or digit. */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    completeCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 128 characters out of letters, digits and ._~-, the first a letter or digit. */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    returnItems: {
        parameters: {
            query?: {
                /** @description Writes nothing, and answers 200 with what the return would refund. */
                dryRun?: "true";
            };
            header?: {
                /** @description A key of this return alone, with which the request may be repeated. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description 1 to 128 characters out of letters, digits and ._~-, the first a letter or digit. */
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description a list of 1 to 10000 lines */
                    lines: {
                        /** @description the id of a line, as the cart of the checkout has it */
                        itemId?: string;
                        /**
                         * Format: int64
                         * @description an integer from 1 to 9007199254740991
                         */
                        productId?: number;
                        /** @description null or an integer from 1 to 9007199254740991 */
                        variantId?: number | null;
                        /** @description an integer from 1 to 100000 */
                        quantity: number;
                    }[];
                    /** @description true or false */
                    restock?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedReturn"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readTurnover: {
        parameters: {
            query?: {
                /** @description Orders that were completed, and returns that were made, at this time or later; 30 days before `to` without it. */
                from?: string;
                /** @description Those before this time, at most 366 days after `from`; now without it. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Turnover"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    exportOrders: {
        parameters: {
            query?: {
                /** @description Orders that were held at this time or later. */
                from?: string;
                /** @description Orders that were held before this time; later than `from`. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    countEvents: {
        parameters: {
            query?: {
                /** @description How many hours are counted: the present one, and those before it. */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCounts"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The id of the last event that the reader has. */
                after?: number;
                /** @description Rows a page, at most 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listHistory: {
        parameters: {
            query: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
                /** @description Whose history: `product:101`, `coupon:YAZ10`, `campaign:7`, `customer:5`, `checkout:W-1` or `shop`. */
                "filter[target]": string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 64 of a to z, 0 to 9 and -, the first a letter or a digit. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhook"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    saveWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: creates only, and replaces nothing. */
                "If-None-Match"?: "*";
            };
            path: {
                /** @description 1 to 64 of a to z, 0 to 9 and -, the first a letter or a digit. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedWebhook"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 64 of a to z, 0 to 9 and -, the first a letter or a digit. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 64 of a to z, 0 to 9 and -, the first a letter or a digit. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 64 of a to z, 0 to 9 and -, the first a letter or a digit. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedWebhook"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 64 of a to z, 0 to 9 and -, the first a letter or a digit. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedWebhook"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: number;
                /** @description Customers a page, at most 100. */
                limit?: number;
                /** @description A comma-separated list of different fields out of id, email, name, surname, createdAt, updatedAt, each with - before it for descending. */
                sort?: string;
                /** @description Each customer comes with its group. */
                include?: "group";
                /** @description Ids, separated by commas. */
                "filter[id]"?: string;
                /** @description Email addresses, separated by commas. */
                "filter[email]"?: string;
                /** @description One external id, compared exactly; a comma is part of it. */
                "filter[externalId]"?: string;
                /** @description Ids, separated by commas. */
                "filter[customerGroupId]"?: string;
                /** @description Words that the name, company, email, phones and external id contain together, in any letter case and without accents; a part of three characters is enough, shorter words are the beginning of one; finds up to 2,000 customers. */
                "filter[search]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createCustomers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCustomer"] | components["schemas"]["NewCustomer"][];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCustomer"] | components["schemas"]["ManyCustomers"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readCustomer: {
        parameters: {
            query?: {
                /** @description Each customer comes with its group. */
                include?: "group";
            };
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCustomer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCustomer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readCustomerByExternalId: {
        parameters: {
            query?: {
                /** @description Each customer comes with its group. */
                include?: "group";
            };
            header?: never;
            path: {
                /** @description A text of 1 to 255 characters (without U+0000 and lone surrogates), percent-encoded as one segment of the path. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCustomer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    saveCustomerByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: creates only, and replaces nothing. */
                "If-None-Match"?: "*";
            };
            path: {
                /** @description A text of 1 to 255 characters (without U+0000 and lone surrogates), percent-encoded as one segment of the path. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCustomer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCustomer"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCustomer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCustomerGroups: {
        parameters: {
            query?: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGroupPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    exportCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerExport"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    exportCustomers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCarts: {
        parameters: {
            query?: {
                /** @description Carts that changed at this time or later. */
                "filter[changedAfter]"?: string;
                /** @description Carts that changed before this time. */
                "filter[changedBefore]"?: string;
                /** @description The kind of owner, members and guests by default; `ucp` for the carts that shopping agents have filled. */
                "filter[kind]"?: "member" | "guest" | "ucp";
                /** @description Adds `value` to each row: what the cart is worth now. A page has at most 50 rows then, whatever its `limit` says. */
                include?: "value";
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readOwnerCart: {
        parameters: {
            query?: {
                /** @description The channel on which promotions are judged: `app` without it, and `agent` for the cart of a shopping agent. */
                channel?: "app" | "web" | "agent";
            };
            header?: never;
            path: {
                /** @description Member:<customer id>, guest:<uuid> or ucp:<uuid>. */
                subject: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerCart"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    replaceCart: {
        parameters: {
            query?: {
                /** @description The channel on which promotions are judged: `app` without it, and `agent` for the cart of a shopping agent. */
                channel?: "app" | "web" | "agent";
            };
            header?: {
                /** @description Tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current. */
                "If-Match"?: string;
            };
            path: {
                /** @description Member:<customer id> or guest:<uuid>. */
                subject: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CartContent"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerCart"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createCartLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCartLink"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartLink"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    previewPromotion: {
        parameters: {
            query?: {
                /** @description The channel on which promotions are judged: `app` without it, and `agent` for the cart of a shopping agent. */
                channel?: "app" | "web" | "agent";
            };
            header?: never;
            path: {
                /** @description Member:<customer id>, guest:<uuid> or ucp:<uuid>. */
                subject: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionPreview"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
                /** @description Ids, separated by commas. */
                "filter[id]"?: string;
                /** @description Ids of variants, separated by commas: the products that have them; not with `sort=stock`. */
                "filter[variantId]"?: string;
                /** @description One SKU of a product or variant, compared exactly; a comma is part of it. */
                "filter[sku]"?: string;
                /** @description Words that the name contains, in any order, in any letter case and without accents; a part of a word is enough; a page can have fewer products than `limit`. */
                "filter[name]"?: string;
                /** @description Words that the name contains, as `filter[name]`, or the beginning of a SKU, or a part of the brand, in any letter case; not with `sort=stock`; a page can have fewer products than `limit`. */
                "filter[search]"?: string;
                /** @description Products on sale, or off sale, whatever their variants are. */
                "filter[onSale]"?: boolean;
                /** @description The brand of a product, in any letter case. */
                "filter[brand]"?: string;
                /** @description A category, in any letter case: `Giyim` covers `Giyim > Gömlek`. */
                "filter[category]"?: string;
                /** @description A tag, in any letter case. */
                "filter[tag]"?: string;
                /** @description A decimal number: products whose lowest stock is this or less; with `sort=stock` alone. */
                "filter[stockAtMost]"?: string;
                /** @description The lowest stock is that of items with backorder, or without; products without such an item are left out; with `sort=stock` alone. */
                "filter[backorder]"?: boolean;
                /** @description Lowest stock first, by the variants on sale, or the product itself without such a variant; a page can have fewer products than `limit`. */
                sort?: "stock";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    changeProducts: {
        parameters: {
            query?: {
                /** @description Leaves changes of unknown products and variants out; without it they are refused. */
                unknown?: "skip";
            };
            header?: {
                /** @description A key of this change alone, with which the request may be repeated for a day. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChange"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedProducts"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCatalogueTerms: {
        parameters: {
            query: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
                /** @description Which terms are listed. */
                kind: "brand" | "category" | "tag";
                /** @description What the term contains, in any letter case and without accents; a page can have fewer terms than `limit`. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueTermPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    exportShop: {
        parameters: {
            query?: {
                /** @description Whether the file has the products, too. */
                products?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    exportProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    importShop: {
        parameters: {
            query?: {
                /** @description VAT rate in percent of products that a CSV export marks as taxable, from 0 to 100. */
                vatRate?: string;
                /** @description Takes products off sale that the file does not contain. */
                withdrawMissing?: "products";
                /** @description Permits a change of `currencyCode`, `decimalPlaces` or `pricesIncludeVat` while products are stored. */
                allowCurrencyChange?: "true";
                /** @description Does everything but the import, and answers what it would do. */
                dryRun?: "true";
                /** @description Gives the products of a table numbers of their own, which are remembered by its system and number. */
                newIds?: "true";
                /** @description Names of the locations of a Shopify inventory whose stock counts, separated by commas, with a backslash in front of a comma within a name; all by default. */
                locations?: string;
                /** @description Encoding of a CSV file by its label of the Encoding standard; told from its bytes by default. */
                encoding?: string;
                /** @description Sheet of a workbook by its name or number; the first by default. */
                sheet?: string;
                /** @description The campaign that the codes of a table are bound to; the table has a column such as `code`. */
                campaignId?: number;
                /** @description The batch of these codes. */
                batch?: string;
                /** @description Fields of columns by their headings, such as `Ürün Kodu=sku,Fiyat=price`; a backslash is in front of a comma or an equals sign of a heading. */
                columns?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShopFile"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCoupons: {
        parameters: {
            query?: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
                /** @description Codes that begin so, without regard to case. */
                "filter[code]"?: string;
                /** @description Coupons that are of no batch of codes. */
                "filter[batch]"?: "none";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readCoupon: {
        parameters: {
            query?: {
                /** @description Adds the uses to `meta`; the `ETag` of this answer changes with them, and is none for the `If-Match` of a write. */
                include?: "uses";
            };
            header?: {
                /** @description Tags of bodies that the client has, as `ETag` gave them. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A text of 1 to 100 characters (without U+0000 and lone surrogates) that is not blank, percent-encoded as one segment of the path. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCoupon"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    saveCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: creates only, and replaces nothing. */
                "If-None-Match"?: "*";
                /** @description Tags of the record as `ETag` of its `GET` gave them; it is saved only while it has one. */
                "If-Match"?: string;
            };
            path: {
                /** @description A text of 1 to 100 characters (without U+0000 and lone surrogates) that is not blank, percent-encoded as one segment of the path. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCoupon"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCoupon"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    deleteCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A text of 1 to 100 characters (without U+0000 and lone surrogates) that is not blank, percent-encoded as one segment of the path. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
                /** @description Words that the name contains, in any order, without regard to case and accents; a part of a word is enough. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readCampaign: {
        parameters: {
            query?: {
                /** @description Adds the uses to `meta`; the `ETag` of this answer changes with them, and is none for the `If-Match` of a write. */
                include?: "uses";
            };
            header?: {
                /** @description Tags of bodies that the client has, as `ETag` gave them. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCampaign"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    saveCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: creates only, and replaces nothing. */
                "If-None-Match"?: "*";
                /** @description Tags of the record as `ETag` of its `GET` gave them; it is saved only while it has one. */
                "If-Match"?: string;
            };
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCampaign"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCampaign"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCodes: {
        parameters: {
            query?: {
                /** @description The codes of this batch, whose name is compared exactly. */
                "filter[batch]"?: string;
                /** @description Codes that were used: by a completed checkout, or outside Sepet; or those that were not. */
                "filter[used]"?: boolean;
                /** @description Codes that begin so, without regard to case. */
                "filter[code]"?: string;
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodePage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of these codes alone, with which the request may be repeated for a day. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCodes"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeCodes"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    switchOffCodes: {
        parameters: {
            query: {
                /** @description The codes of this batch, whose name is compared exactly. */
                "filter[batch]": string;
            };
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchedOffCodes"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listCodeBatches: {
        parameters: {
            query?: {
                /** @description Rows a page, at most 200. */
                limit?: number;
                /** @description Continues after a page, by the text that `links.next` contains. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description An integer from 1 to 9007199254740991. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeBatchPage"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readPromotionResults: {
        parameters: {
            query?: {
                /** @description Orders that were completed at this time or later; 30 days before `to` without it. */
                from?: string;
                /** @description Orders that were completed before this time, at most 366 days after `from`; now without it. */
                to?: string;
                /** @description This campaign, the coupons that were bound to it, and their batches. */
                "filter[campaignId]"?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionResults"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    exportCoupons: {
        parameters: {
            query?: {
                /** @description The coupons that are bound to this campaign. */
                campaignId?: number;
                /** @description The codes of this batch, whose name is compared exactly. */
                batch?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
}

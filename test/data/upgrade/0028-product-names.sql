delete from web_sessions;
delete from ucp_carts;
delete from customers;
delete from cart_lines;
delete from webhooks;
delete from variants;
delete from used_handoffs;
delete from unpaid_holds;
delete from ucp_idempotency_keys;
delete from ucp_brought;
delete from stock_reservations;
delete from shop;
delete from shipping_companies;
delete from promotion_uses;
delete from promotion_counts;
delete from products;
delete from product_names;
delete from product_changes;
delete from payment_methods;
delete from import_lease;
delete from idempotency_keys;
delete from external_id_lock;
delete from events;
delete from event_counter;
delete from customer_list;
delete from customer_groups;
delete from coupons;
delete from checkouts;
delete from carts;
delete from campaigns;
insert into campaigns (id, document) values
  (1, '{"id":1,"name":"Yaz kampanyası","description":"","logicalGroup":0,"priority":0,"active":true,"startsAt":null,"endsAt":null,"usageLimit":5,"weekdays":[1,2,3,4,5,6,7],"dailyFrom":null,"dailyTo":null,"couponBound":false,"audience":null,"conditions":{"minimumTotal":null,"minimumQuantity":null,"productIds":[]},"reward":{"type":"percent","value":"10","maximum":null},"usageCount":1}');
insert into carts (id, coupon_code, campaign_id, merged_into, created_at, revision, used_at, changed_at, entered_code, tokens_end_at) values
  ('member:1', 'hoşgeldin', null, null, 1769860800000, 2, 1769860800000, 1769860800000, 'hoşgeldin', null),
  ('guest:00000000-0000-4000-8000-000000000001', null, 1, null, 1769860800000, 1, 1769860800000, 1769860800000, null, null),
  ('guest:00000000-0000-4000-8000-000000000003', null, null, 2, 1769860800000, 0, 1769860800000, 1769860800000, null, 1795528425000),
  ('member:2', null, null, null, 1769860800000, 0, 1769860800000, 1769860800000, null, null),
  ('member:5', null, null, null, 1769860800000, 5, 1769860800000, 1769860800000, null, null),
  ('guest:00000000-0000-4000-8000-000000000002', null, null, null, 1769860800000, 1, 1769860800000, 1769860800000, null, null),
  ('guest:00000000-0000-4000-8000-000000000004', null, null, null, 1769860800000, 0, 1769860800000, 1769860800000, null, null),
  ('ucp:668739fb-b24f-849f-8035-65d9dd524081', null, null, null, 1769860800000, 0, 1769860800000, 1769860800000, null, null),
  ('guest:b590fdbd-c3f5-4bbc-90b7-746db0de18d8', 'hoşgeldin', null, null, 1769860800000, 0, 1769860800000, 1769860800000, 'HOŞGELDİN', null),
  ('ucp:78376192-7e4c-82f6-81d2-958b8cefcca9', null, null, null, 1769860800000, 0, 1769860800000, 1769860800000, null, null);
insert into checkouts (reference, state, subject, customer_id, coupon_code, campaign_id, bound_campaign_id, held_at, expires_at, completed_at, over_limit, document, quantities, over_stock, taken) values
  ('S-1', 'completed', 'member:5', 5, null, null, null, 1769860800000, 1769862600000, 1769860800000, 0, '{"data":{"type":"carts","id":"me","attributes":{"totalQuantity":1,"subtotal":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"grandTotal":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"campaigns":[{"id":1,"name":"Yaz kampanyası","description":"","logicalGroup":0}]},"relationships":{"items":{"data":[{"type":"cart-items","id":"e03464ec-e9b2-4d19-86af-5647357cb409"}]}},"meta":{"vat":{"subtotalWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"vatTotal":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"breakdown":[{"vatRate":20,"net":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"vat":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2}}]}}},"included":[{"type":"cart-items","id":"e03464ec-e9b2-4d19-86af-5647357cb409","attributes":{"productId":101,"variantId":null,"quantity":1,"productName":"Keten gömlek","image":"https://cdn.example.com/shop/p/1.jpg","availableForSale":true,"unitPrice":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"lineTotal":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"vatRate":20,"orderNote":null,"giftNote":null,"giftPackage":false,"stock":5,"stockUnit":"","stockIncrement":1},"meta":{"vat":{"unitPriceWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"lineTotalWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"vatAmount":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"discount":{"coupon":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"campaign":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2}},"payable":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2}},"available":5}}]}', null, 0, '[[101,0,1]]'),
  ('S-2', 'cancelled', 'member:5', 5, null, null, null, 1769860800000, 1769862600000, 1769860800000, 0, '{"data":{"type":"carts","id":"me","attributes":{"totalQuantity":1,"subtotal":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"grandTotal":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"campaigns":[{"id":1,"name":"Yaz kampanyası","description":"","logicalGroup":0}]},"relationships":{"items":{"data":[{"type":"cart-items","id":"8a12fe5a-9bee-45fe-ac20-88fcaec39f54"}]}},"meta":{"vat":{"subtotalWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"vatTotal":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"breakdown":[{"vatRate":20,"net":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"vat":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2}}]}}},"included":[{"type":"cart-items","id":"8a12fe5a-9bee-45fe-ac20-88fcaec39f54","attributes":{"productId":101,"variantId":null,"quantity":1,"productName":"Keten gömlek","image":"https://cdn.example.com/shop/p/1.jpg","availableForSale":true,"unitPrice":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"lineTotal":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"vatRate":20,"orderNote":null,"giftNote":null,"giftPackage":false,"stock":4,"stockUnit":"","stockIncrement":1},"meta":{"vat":{"unitPriceWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"lineTotalWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"vatAmount":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"discount":{"coupon":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"campaign":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2}},"payable":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2}},"available":4}}]}', null, 0, '[[101,0,1]]'),
  ('S-3', 'released', 'member:5', 5, null, null, null, 1769860800000, 1769862600000, null, 0, '{"data":{"type":"carts","id":"me","attributes":{"totalQuantity":1,"subtotal":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"grandTotal":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"campaigns":[{"id":1,"name":"Yaz kampanyası","description":"","logicalGroup":0}]},"relationships":{"items":{"data":[{"type":"cart-items","id":"a4a49cd4-f6be-41f5-a527-e50ec1daf777"}]}},"meta":{"vat":{"subtotalWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"vatTotal":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"breakdown":[{"vatRate":20,"net":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"vat":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2}}]}}},"included":[{"type":"cart-items","id":"a4a49cd4-f6be-41f5-a527-e50ec1daf777","attributes":{"productId":101,"variantId":null,"quantity":1,"productName":"Keten gömlek","image":"https://cdn.example.com/shop/p/1.jpg","availableForSale":true,"unitPrice":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"lineTotal":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"vatRate":20,"orderNote":null,"giftNote":null,"giftPackage":false,"stock":3,"stockUnit":"","stockIncrement":1},"meta":{"vat":{"unitPriceWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"lineTotalWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"vatAmount":{"amount":"39.98","currencyCode":"TRY","decimalPlaces":2},"discount":{"coupon":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"campaign":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2}},"payable":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2}},"available":3}}]}', null, 0, null),
  ('S-4', 'held', 'guest:00000000-0000-4000-8000-000000000002', null, null, null, null, 1769860800000, 1769862600000, null, 0, '{"data":{"type":"carts","id":"me","attributes":{"totalQuantity":1,"subtotal":{"amount":"100.00","currencyCode":"TRY","decimalPlaces":2},"grandTotal":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2},"campaigns":[{"id":1,"name":"Yaz kampanyası","description":"","logicalGroup":0}]},"relationships":{"items":{"data":[{"type":"cart-items","id":"622af99f-58c3-4145-ba51-96b884dc0d5d"}]}},"meta":{"vat":{"subtotalWithVat":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2},"vatTotal":{"amount":"10.00","currencyCode":"TRY","decimalPlaces":2},"breakdown":[{"vatRate":10,"net":{"amount":"100.00","currencyCode":"TRY","decimalPlaces":2},"vat":{"amount":"10.00","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2}}]}}},"included":[{"type":"cart-items","id":"622af99f-58c3-4145-ba51-96b884dc0d5d","attributes":{"productId":102,"variantId":1021,"quantity":1,"productName":"Yün kazak","image":"https://cdn.example.com/shop/p/1.jpg","availableForSale":true,"unitPrice":{"amount":"100.00","currencyCode":"TRY","decimalPlaces":2},"lineTotal":{"amount":"100.00","currencyCode":"TRY","decimalPlaces":2},"vatRate":10,"orderNote":null,"giftNote":null,"giftPackage":false,"stock":3,"stockUnit":"","stockIncrement":1},"meta":{"vat":{"unitPriceWithVat":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2},"lineTotalWithVat":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2},"vatAmount":{"amount":"10.00","currencyCode":"TRY","decimalPlaces":2},"discount":{"coupon":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"campaign":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2}},"payable":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2}},"available":3}}]}', null, 0, null),
  ('S-5', 'held', 'member:1', 1, 'hoşgeldin', null, null, 1769860800000, 1769862600000, null, 0, '{"data":{"type":"carts","id":"me","attributes":{"totalQuantity":3,"subtotal":{"amount":"499.81","currencyCode":"TRY","decimalPlaces":2},"appliedCoupon":{"code":"HOŞGELDİN","description":"","discountType":"fixed","discountAmount":{"amount":"5.00","currencyCode":"TRY","decimalPlaces":2}},"discountTotal":{"amount":"5.00","currencyCode":"TRY","decimalPlaces":2},"grandTotal":{"amount":"584.77","currencyCode":"TRY","decimalPlaces":2},"campaigns":[{"id":1,"name":"Yaz kampanyası","description":"","logicalGroup":0}]},"relationships":{"items":{"data":[{"type":"cart-items","id":"8d727e27-22be-4626-9567-0337cd1408c8"},{"type":"cart-items","id":"875368f2-b42e-4f05-905a-9f89517a7d38"}]}},"meta":{"vat":{"subtotalWithVat":{"amount":"589.77","currencyCode":"TRY","decimalPlaces":2},"vatTotal":{"amount":"89.20","currencyCode":"TRY","decimalPlaces":2},"breakdown":[{"vatRate":10,"net":{"amount":"99.15","currencyCode":"TRY","decimalPlaces":2},"vat":{"amount":"9.92","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"109.07","currencyCode":"TRY","decimalPlaces":2}},{"vatRate":20,"net":{"amount":"396.42","currencyCode":"TRY","decimalPlaces":2},"vat":{"amount":"79.28","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"475.70","currencyCode":"TRY","decimalPlaces":2}}]}}},"included":[{"type":"cart-items","id":"8d727e27-22be-4626-9567-0337cd1408c8","attributes":{"productId":101,"variantId":null,"quantity":2,"productName":"Keten gömlek","image":"https://cdn.example.com/shop/p/1.jpg","availableForSale":true,"unitPrice":{"amount":"199.91","currencyCode":"TRY","decimalPlaces":2},"lineTotal":{"amount":"399.81","currencyCode":"TRY","decimalPlaces":2},"vatRate":20,"orderNote":"Kapıya bırakın; \"zil\" yok","giftNote":"İyi ki doğdun","giftPackage":true,"stock":4,"stockUnit":"","stockIncrement":1},"meta":{"vat":{"unitPriceWithVat":{"amount":"239.89","currencyCode":"TRY","decimalPlaces":2},"lineTotalWithVat":{"amount":"479.77","currencyCode":"TRY","decimalPlaces":2},"vatAmount":{"amount":"79.96","currencyCode":"TRY","decimalPlaces":2},"discount":{"coupon":{"amount":"4.07","currencyCode":"TRY","decimalPlaces":2},"campaign":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"4.07","currencyCode":"TRY","decimalPlaces":2}},"payable":{"amount":"475.70","currencyCode":"TRY","decimalPlaces":2}},"available":4}},{"type":"cart-items","id":"875368f2-b42e-4f05-905a-9f89517a7d38","attributes":{"productId":102,"variantId":1021,"quantity":1,"productName":"Yün kazak","image":"https://cdn.example.com/shop/p/1.jpg","availableForSale":true,"unitPrice":{"amount":"100.00","currencyCode":"TRY","decimalPlaces":2},"lineTotal":{"amount":"100.00","currencyCode":"TRY","decimalPlaces":2},"vatRate":10,"orderNote":null,"giftNote":null,"giftPackage":false,"stock":3,"stockUnit":"","stockIncrement":1},"meta":{"vat":{"unitPriceWithVat":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2},"lineTotalWithVat":{"amount":"110.00","currencyCode":"TRY","decimalPlaces":2},"vatAmount":{"amount":"10.00","currencyCode":"TRY","decimalPlaces":2},"discount":{"coupon":{"amount":"0.93","currencyCode":"TRY","decimalPlaces":2},"campaign":{"amount":"0.00","currencyCode":"TRY","decimalPlaces":2},"total":{"amount":"0.93","currencyCode":"TRY","decimalPlaces":2}},"payable":{"amount":"109.07","currencyCode":"TRY","decimalPlaces":2}},"available":2}}]}', null, 0, null);
insert into coupons (folded_code, document) values
  ('hoşgeldin', '{"code":"HOŞGELDİN","description":"","discountType":"fixed","value":"5","campaignId":null,"active":true,"startsAt":null,"endsAt":null,"usageLimit":3,"usageLimitPerCustomer":null,"audience":null,"conditions":{"minimumTotal":null,"minimumQuantity":null,"productIds":[]},"usageCount":0}');
insert into customer_groups (id, name, free_cargo) values
  (7, 'Bayi', 0);
insert into customer_list (id, revision) values
  (1, 1);
insert into event_counter (id, last_id) values
  (1, 14);
insert into events (position, id, type, at, actor, subject, customer_id, data) values
  (1, 1, 'import.applied', 1769860800000, 'command-line', null, null, '{"sections":{"shop":{"created":0,"updated":1},"customerGroups":{"created":1,"updated":0},"customers":{"created":5,"updated":0},"products":{"created":5,"updated":0},"variants":{"created":2,"updated":0},"campaigns":{"created":1,"updated":0},"coupons":{"created":1,"updated":0}},"withdrawn":{"products":0,"variants":0}}'),
  (2, 2, 'cart.merged', 1769860800000, 'member:2', 'member:2', 2, '{"guest":"guest:00000000-0000-4000-8000-000000000003"}'),
  (3, 3, 'checkout.held', 1769860800000, 'admin:web-shop', 'member:5', 5, '{"reference":"S-1"}'),
  (4, 4, 'checkout.completed', 1769860800000, 'admin:web-shop', 'member:5', 5, '{"reference":"S-1","overLimit":false,"overStock":false}'),
  (5, 5, 'checkout.held', 1769860800000, 'admin:web-shop', 'member:5', 5, '{"reference":"S-2"}'),
  (6, 6, 'checkout.completed', 1769860800000, 'admin:web-shop', 'member:5', 5, '{"reference":"S-2","overLimit":false,"overStock":false}'),
  (7, 7, 'checkout.held', 1769860800000, 'admin:web-shop', 'member:5', 5, '{"reference":"S-3"}'),
  (8, 8, 'checkout.released', 1769860800000, 'admin:web-shop', 'member:5', 5, '{"reference":"S-3"}'),
  (9, 9, 'checkout.cancelled', 1769860800000, 'admin:web-shop', 'member:5', 5, '{"reference":"S-2"}'),
  (10, 10, 'checkout.held', 1769860800000, 'admin:web-shop', 'guest:00000000-0000-4000-8000-000000000002', null, '{"reference":"S-4"}'),
  (11, 11, 'checkout.held', 1769860800000, 'admin:web-shop', 'member:1', 1, '{"reference":"S-5"}'),
  (12, 12, 'handoff.consumed', 1769860800000, 'member:1', 'member:1', 1, '{}'),
  (13, 13, 'handoff.consumed', 1769860800000, 'guest:00000000-0000-4000-8000-000000000004', 'guest:00000000-0000-4000-8000-000000000004', null, '{}'),
  (14, 14, 'ucp_cart.continued', 1769860800000, 'guest:b590fdbd-c3f5-4bbc-90b7-746db0de18d8', 'guest:b590fdbd-c3f5-4bbc-90b7-746db0de18d8', null, '{"lines":2,"revision":1}');
insert into external_id_lock (id) values
  (1);
insert into idempotency_keys (cart_id, idempotency_key, product_id, variant_id, quantity, item_id, created_at) values
  ('guest:00000000-0000-4000-8000-000000000001', 'a-key-of-an-app', 101, 0, 1, '11ac3546-cf4e-4272-9eb7-bed5677f9e6d', 1769860800000);
insert into product_names (product_id, folded_name) values
  (101, 'keten gömlek'),
  (102, 'yün kazak'),
  (103, 'ürün 103'),
  (104, 'ürün 104'),
  (105, 'ürün 105');
insert into products (id, source_key, name, image, on_sale, price, vat_rate, stock, stock_unit, stock_increment, free_cargo, discount, group_prices, sku, reserved) values
  (101, null, 'Keten gömlek', '/p/1.jpg', 1, '199.905', '20', '4', '', '1', 0, null, '{"7":"150"}', null, 2),
  (102, null, 'Yün kazak', '/p/1.jpg', 1, '100', '10', '5', '', '1', 0, null, null, null, 0),
  (103, null, 'Ürün 103', '/p/1.jpg', 0, '10.00', '20', '5', '', '1', 0, null, null, 'OFF', 0),
  (104, null, 'Ürün 104', null, 1, '10.00', '20', '0', '', '1', 0, null, null, null, 0),
  (105, null, 'Ürün 105', '/p/1.jpg', 1, '0.005', '0', '12.5', 'metre', '0.5', 0, null, null, 'TAX-FREE', 0);
insert into promotion_counts (promotion, completed, over_limit) values
  ('coupon:hoşgeldin', 0, 0);
insert into promotion_uses (promotion, reference, customer_id, expires_at, over_limit) values
  ('coupon:hoşgeldin', 'S-5', 1, 1769862600000, 0);
insert into shop (id, revision, document, product_revisions) values
  (1, 1, '{"name":"Deneme","currencyCode":"TRY","decimalPlaces":2,"timeZone":"Europe/Istanbul","imageBaseUrl":"https://cdn.example.com/shop/","settings":{"SatinAlmaSureciUyeliksizBasla":1,"UyelikOlmadanDevamEtGoster":1,"sellAtNegativeStock":false,"showCargoPriceInCart":true,"campaignEngine":true,"grandTotalIncludesCargo":false,"orderNoteMaxLength":250,"giftNoteMaxLength":250,"stockGuard":true}}', 0);
insert into stock_reservations (reference, product_id, variant_id, quantity, expires_at) values
  ('S-4', 102, 1021, 1, 1769862600000),
  ('S-5', 101, 0, 2, 1769862600000),
  ('S-5', 102, 1021, 1, 1769862600000);
insert into ucp_brought (cart_id, ucp_cart_id, revision, quantities, coupon_code, brought_at) values
  ('guest:b590fdbd-c3f5-4bbc-90b7-746db0de18d8', 'ucp:668739fb-b24f-849f-8035-65d9dd524081', 1, '{"101-0":2,"105-0":1}', 'hoşgeldin', 1769860800000);
insert into unpaid_holds (cart_id, promotion, reference, held_at, duration_ms) values
  ('member:1', 'coupon:hoşgeldin', 'S-5', 1769860800000, 1800000);
insert into used_handoffs (jti, expires_at) values
  ('8e4f8e25-5b22-4cd1-8fee-bba7e0694d67', 1769860860000),
  ('04e19c8a-f712-4f95-9ed3-5cc8c0648587', 1769860860000);
insert into variants (product_id, id, source_key, name, on_sale, price, stock, discount, group_prices, sku, reserved) values
  (102, 1021, null, 'Mavi / S', 1, null, '3', null, null, null, 2),
  (102, 1022, null, 'Mavi / L', 1, '120', '0', null, null, null, 0);
insert into webhooks (name, url, types, active, disabled_reason, failing_since, cursor, lost, attempted_id, attempts, next_attempt_at, last_success, last_failure, secrets, generation, test_ends_at, created_at, updated_at) values
  ('erp', 'https://erp.example.com/sepet', '["checkout.*"]', 1, null, null, 14, 0, null, 0, null, null, null, '[{"secret":"whsec_hhoX/xT9gf0NolzIL4dpTtZKi7TIWhCHFbrm6WOJXEQ=","replacedAt":null}]', 5225993253554, null, 1769860800000, 1769860800000),
  ('mail', 'https://mail.example.com/sepet', '["customer.*"]', 0, 'switched_off', null, 14, 0, null, 0, null, null, null, '[{"secret":"whsec_agygYJ4MVFSbzAyJZJRWc98X491HF31bdvAFLzQjCmE=","replacedAt":null}]', 101781883324775, null, 1769860800000, 1769860800000);
insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, order_note, gift_note, gift_package) values
  ('guest:00000000-0000-4000-8000-000000000001', 101, 0, '11ac3546-cf4e-4272-9eb7-bed5677f9e6d', 2, 1, null, null, 0),
  ('guest:00000000-0000-4000-8000-000000000001', 105, 0, '84857481-5ea2-454e-a07a-2057cec3c7ed', 1, 3, null, null, 0),
  ('guest:00000000-0000-4000-8000-000000000002', 102, 1021, '622af99f-58c3-4145-ba51-96b884dc0d5d', 1, 1, null, null, 0),
  ('guest:00000000-0000-4000-8000-000000000004', 105, 0, '15a7f0d1-e1a5-45b6-8878-f39ce76c0a41', 1, 7, null, null, 0),
  ('guest:b590fdbd-c3f5-4bbc-90b7-746db0de18d8', 101, 0, '86d5f422-4baf-42cf-a707-fb6ff40ac789', 1, 2, null, null, 0),
  ('guest:b590fdbd-c3f5-4bbc-90b7-746db0de18d8', 105, 0, 'd6ccac65-a568-4e26-8338-7c478c73d66f', 2, 1, null, null, 0),
  ('member:1', 101, 0, '8d727e27-22be-4626-9567-0337cd1408c8', 1, 2, 'Kapıya bırakın; "zil" yok', 'İyi ki doğdun', 1),
  ('member:1', 102, 1021, '875368f2-b42e-4f05-905a-9f89517a7d38', 2, 1, null, null, 0),
  ('member:2', 101, 0, '6574a84a-2194-4bfc-b676-1abe3848fe1a', 1, 1, null, null, 0),
  ('member:5', 101, 0, 'a4a49cd4-f6be-41f5-a527-e50ec1daf777', 1, 1, null, null, 0),
  ('ucp:668739fb-b24f-849f-8035-65d9dd524081', 101, 0, '36e4af77-0c4e-8c19-852a-4e5a94f2d0e0', 1, 2, null, null, 0),
  ('ucp:668739fb-b24f-849f-8035-65d9dd524081', 105, 0, '75388d75-b26f-8453-8a1d-30a38b75bd74', 2, 1, null, null, 0),
  ('ucp:78376192-7e4c-82f6-81d2-958b8cefcca9', 101, 0, 'e36c78cf-ab4e-8d8a-8b1a-613d37a56a53', 1, 1, null, null, 0);
insert into customers (id, email, name, surname, company, customer_group_id, mobile_phone, business_phone, country_code, city_code, address, status, dealer, free_cargo, email_notification, sms_notification, phone_call_notification, created_at, updated_at, external_id) values
  (1, 'musteri1@example.com', null, null, null, null, null, null, null, null, null, 'active', 0, 0, 0, 0, 0, 1769860800000, 1769860800000, null),
  (2, 'musteri2@example.com', null, null, null, 7, null, null, null, null, null, 'active', 1, 0, 0, 0, 0, 1769860800000, 1769860800000, null),
  (3, 'musteri3@example.com', null, null, null, null, null, null, null, null, null, 'inactive', 0, 0, 0, 0, 0, 1769860800000, 1769860800000, null),
  (4, 'musteri4@example.com', null, null, null, null, null, null, null, null, null, 'banned', 0, 0, 0, 0, 0, 1769860800000, 1769860800000, null),
  (5, 'musteri5@example.com', null, null, null, null, null, null, null, null, null, 'active', 0, 0, 0, 0, 0, 1769860800000, 1769860800000, null);
insert into ucp_carts (cart_id, revision, codes, expires_at, cancelled_at, created_at) values
  ('ucp:668739fb-b24f-849f-8035-65d9dd524081', 1, '["HOŞGELDİN"]', 1770465600000, null, 1769860800000),
  ('ucp:78376192-7e4c-82f6-81d2-958b8cefcca9', 1, '[]', 1769860800000, 1769860800000, 1769860800000);
insert into web_sessions (id_hash, customer_id, guest_id, created_at, last_seen_at, network_hash) values
  ('tL329MGhCB39SgVyLlE_spvY0M2LF1CO5GgE5rZmfEM', 1, null, 1769860800000, 1769860800000, 'gO2YFlYUiPZFJFK1SUV00iWz0X_oJk-AHBHWnery-lg'),
  ('Tn4UAE4hDJeegNCuJxalgakXeeumLRxH3tvkVBKgUMo', null, '00000000-0000-4000-8000-000000000004', 1769860800000, 1769860800000, 'gO2YFlYUiPZFJFK1SUV00iWz0X_oJk-AHBHWnery-lg'),
  ('eW32Nayl3nc23n0wWuNwgv8RmFAcwsJ8oyB07MqIIFE', null, 'b590fdbd-c3f5-4bbc-90b7-746db0de18d8', 1769860800000, 1769860800000, 'gO2YFlYUiPZFJFK1SUV00iWz0X_oJk-AHBHWnery-lg');

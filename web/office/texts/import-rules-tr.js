/** What values must be, and what is wrong in a shop file, in Turkish; as in `import-causes-tr.js`. */

/** Ends of sentences that begin with "must be". @type {[string, string][]} */
const rules = [
  ['a decimal number as text, such as "199.90"', '"199.90" gibi, metin olarak yazılmış bir ondalık sayı'],
  [
    'a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00"',
    '"2026-01-31T21:00:00+03:00" gibi, saat farkı da yazılmış bir ISO 8601 zamanı',
  ],
  [
    'a time such as 2026-01-31T21:00:00+03:00, or a date such as 2026-01-31',
    '2026-01-31T21:00:00+03:00 gibi bir zaman ya da 2026-01-31 gibi bir tarih',
  ],
  ['a time of day as HH:MM, such as "09:30"', '"09:30" gibi bir saat'],
  [
    'an http(s) URL or a path of at most # characters, such as "/p/101.jpg"',
    'en fazla # karakterlik bir http(s) adresi ya da "/p/101.jpg" gibi bir yol',
  ],
  ['an http(s) URL of at most # characters', 'en fazla # karakterlik bir http(s) adresi'],
  ['an IANA time zone, such as "Europe/Istanbul"', '"Europe/Istanbul" gibi bir IANA saat dilimi'],
  ['a number (not text), such as 12 or 2.5', '12 ya da 2.5 gibi bir sayı (metin değil)'],
  ['a number (not text) above 0, such as 1 or 0.25', '1 ya da 0.25 gibi, 0’dan büyük bir sayı (metin değil)'],
  ['a number (not text) from 0 to 100', '0 ile 100 arasında bir sayı (metin değil)'],
  ['a number such as 12 or 2.5', '12 ya da 2.5 gibi bir sayı'],
  ['a number above 0', '0’dan büyük bir sayı'],
  ['a number from 0 to 100', '0 ile 100 arasında bir sayı'],
  ['a list of at most # categories', 'en fazla # kategorilik bir liste'],
  ['a list of at most # tags', 'en fazla # etiketlik bir liste'],
  ['a weekday from 1 (Monday) to 7 (Sunday)', '1 (pazartesi) ile 7 (pazar) arasında bir gün'],
  [
    'a list of different weekdays from 1 (Monday) to 7 (Sunday)',
    '1 (pazartesi) ile 7 (pazar) arasında, tekrarsız bir gün listesi',
  ],
  ['an integer', 'bir tam sayı'],
  ['an integer of at least #', '# ya da daha büyük bir tam sayı'],
  ['an integer from # to #', '# ile # arasında bir tam sayı'],
  ['a list', 'bir liste'],
  ['a list of lines', 'bir satır listesi'],
  ['member:<customer id> or guest:<uuid>', 'member:<müşteri numarası> ya da guest:<uuid>'],
  ['text', 'metin'],
  ['text without U+0000, or null', 'metin ya da boş'],
  [
    'text of 1 to # characters without U+0000, not only white space and invisible characters',
    '1 ile # karakter arasında, yalnızca boşluk ve görünmeyen karakterlerden oluşmayan bir metin',
  ],
  ['a list of rates', 'bir kargo ücreti listesi'],
  ['a list of at most # ids', 'en fazla # numaralık bir liste'],
  ['a list of at most # variants', 'en fazla # varyantlık bir liste'],
  ['a list of at most # group prices', 'en fazla # grup fiyatlık bir liste'],
  ['a list of at most # group prices, such as 1=150;2=140', 'en fazla # grup fiyatlık, 1=150;2=140 gibi bir liste'],
  ['such as 1=150', '1=150 gibi'],
  ['a list of at most # prices by quantity', 'adede göre en fazla # fiyatlık bir liste'],
  [
    'a list of at most # prices by quantity, such as 10=89.90;50=79.90',
    'adede göre en fazla # fiyatlık, 10=89.90;50=79.90 gibi bir liste',
  ],
  ['such as 10=89.90, or 10@1=85 of customer group 1', '10=89.90 gibi, 1 numaralı müşteri grubu için 10@1=85 gibi'],
  [
    'a decimal number as text, such as "199.90", or an integer of at least #',
    '"199.90" gibi, metin olarak yazılmış bir ondalık sayı ya da # veya daha büyük bir tam sayı',
  ],
  ['a list of at most # tiers', 'en fazla # kademelik bir liste'],
  ['a list of at most # tiers, such as 500=50;1000=120', 'en fazla # kademelik, 500=50;1000=120 gibi bir liste'],
  ['a list of at most # terms', 'en fazla # değerlik bir liste'],
  ['a list of different channels: app, web, agent', 'app, web, agent arasından, tekrarsız bir kanal listesi'],
  ['three capital letters, such as "TRY"', '"TRY" gibi üç büyük harf'],
  ['0 or 1', '0 ya da 1'],
  ['a JSON object', 'bir JSON nesnesi'],
  ['a text of 1 to # characters (without U+0000 and lone surrogates)', '1 ile # karakter arasında bir metin'],
  ['a text of at most # characters (without U+0000 and lone surrogates)', 'en fazla # karakterlik bir metin'],
  ['a text that is not blank', 'boş olmayan bir metin'],
  [
    'a text of at most # characters in the form in which terms are compared',
    'karşılaştırıldığı biçimde en fazla # karakterlik bir metin',
  ],
  ['true or false', 'evet (true) ya da hayır (false)'],
  ['one of {}', 'şunlardan biri: {}'],
  ['an email address, such as "ayse@example.com"', '"ayse@example.com" gibi bir e-posta adresi'],
  ['at most 100, being a percentage', 'yüzde olduğu için en fazla 100'],
  ['more than 0', '0’dan büyük'],
  ['more than that of the tier before', 'bir önceki kademeninkinden büyük'],
  ['less than buy', 'buy değerinden küçük'],
  ['at least priceFrom', 'en az priceFrom kadar'],
  ['after startsAt', 'başlangıcından sonra'],
]

/** @param {string} rule @param {string} text @returns {[string, string][]} */
function sentencesOf(rule, text) {
  const must = text.startsWith('şunlardan') ? text.replace('biri:', 'biri olmalı:') : `${text} olmalı`
  return [
    [`must be ${rule}`, must],
    [`must be null or ${rule}`, `boş ya da ${must}`],
    [`is missing: it must be ${rule}`, `eksik: ${must}`],
  ]
}

/** @type {Record<string, string>} */
export const importRulesTr = {
  ...Object.fromEntries(rules.flatMap(([rule, text]) => sentencesOf(rule, text))),
  'must be true: coupon {} is bound to it': 'true olmalı: {} kuponu ona bağlı',
  'is missing: a variant needs that of its product': 'eksik: varyant için ürününün numarası gerekir',
  'is missing: a product needs an id or a SKU': 'eksik: ürün için numara ya da SKU gerekir',
  'is missing: there is a discount': 'eksik: satırda bir indirim var',
  'is missing: "{}" needs it': 'eksik: "{}" için gerekir',
  'is missing: "{}" needs it, unless tiers are given': 'eksik: kademe yoksa "{}" için gerekir',
  'is missing: "{}" needs it, unless campaignId or tiers are given':
    'eksik: campaignId ve kademe yoksa "{}" için gerekir',
  'is missing: by is given': 'eksik: by verilmiş',
  'is missing: tiers are given': 'eksik: kademeler verilmiş',
  'is missing: dailyTo is given': 'eksik: dailyTo verilmiş',
  'is missing: dailyFrom is given': 'eksik: dailyFrom verilmiş',
  'is ignored: "{}" has none': 'kullanılmadı: "{}" türünde bu yok',
  'has no effect: a couponBound campaign applies only through its coupon':
    'etkisi yok: couponBound bir kampanya yalnızca kuponuyla uygulanır',
  'has no effect: that of the campaign counts': 'etkisi yok: kampanyanınki geçerli',
  'is above the price of a smaller quantity: larger quantities cost more':
    'daha az adedin fiyatından yüksek: çok alan daha pahalıya alır',
  'has no effect: it is not below any price of the product': 'etkisi yok: ürünün hiçbir fiyatından düşük değil',
  'has no effect: that of the tiers counts': 'etkisi yok: kademelerinki geçerli',
  'has no effect without campaignId': 'campaignId olmadan etkisi yok',
  'has no effect without tiers': 'kademe olmadan etkisi yok',
  'is less than that of the tier before': 'bir önceki kademeninkinden az',
  'names nothing; null is for what the conditions cover':
    'hiçbir şey seçilmemiş; koşulların kapsadıkları için null yazılır',
  'includes nobody; null is for everybody': 'kimseyi kapsamıyor; herkes için null yazılır',
  'includes nobody: a first order is one of a member': 'kimseyi kapsamıyor: ilk sipariş bir üyenin siparişidir',
  'includes nobody: a limit per customer leaves no use to guests':
    'kimseyi kapsamıyor: müşteri başına sınır, misafirlere kullanım hakkı bırakmaz',
  'leaves out everybody whom the audience includes': 'hedef kitlenin kapsadığı herkesi dışarıda bırakıyor',
  'leaves out all of {}: the promotion covers nothing':
    '{} listesinin tamamını dışarıda bırakıyor: promosyon hiçbir ürünü kapsamıyor',
  'names no product': 'hiçbir ürünün numarası değil',
  'names no variant': 'hiçbir varyantın numarası değil',
  'names no brand of any product': 'hiçbir ürünün markası değil',
  'names no category of any product': 'hiçbir ürünün kategorisi değil',
  'names no tag of any product': 'hiçbir ürünün etiketi değil',
  'names no customer group': 'hiçbir müşteri grubunun numarası değil',
  'names no customer': 'hiçbir müşterinin numarası değil',
  'is left out: it was {} and is {} now': 'belirtilmemiş: {} iken şimdi {} oldu',
  'there is no customer group #': '# numaralı bir müşteri grubu yok',
  'there is no couponBound campaign #': '# numaralı, kupona bağlanabilen bir kampanya yok',
  'would change from {} to {}, which relabels the prices of stored products: permit it by --allow-currency-change, or over HTTP by ?allowCurrencyChange=true':
    '{} yerine {} olur, bu da kayıtlı ürünlerin fiyatlarının anlamını değiştirir',

  'is not JSON': 'JSON değil',
  'is not JSON: unexpected {}': 'JSON değil: beklenmeyen {}',
  'is not JSON: it ends too early': 'JSON değil: sonu eksik',
  'must be a JSON object with lists of records, such as {"products": [{…}]}':
    '{"products": [{…}]} gibi, kayıt listeleri olan bir JSON nesnesi olmalı',
  'is nested deeper than # levels': '# düzeyden daha derin iç içe',
  'a record is longer than # MB; perhaps a quotation mark or a bracket never closes':
    'bir kayıt # MB’den uzun; belki bir tırnak işareti ya da ayraç hiç kapanmıyor',
  'is repeated in the file': 'dosyada birden fazla kez var',
  'is not a known section: ignored': 'bilinen bir bölüm değil, kullanılmadı',
  'has none of the sections of a shop file: its members are {}; a shop file has sections such as {}':
    'mağaza dosyasının bölümlerinden hiçbiri yok: içindekiler {}; mağaza dosyasının bölümleri şunlardır: {}',
  'has none of the sections of a shop file: it looks like an answer of the API, whose records are in data: write them as a list into their section':
    'mağaza dosyasının bölümlerinden hiçbiri yok: API’nin bir yanıtına benziyor, data içindeki kayıtları bir liste olarak kendi bölümüne yazın',
  'has none of the sections of a shop file: it looks like the section shop: write {"shop": {…}}':
    'mağaza dosyasının bölümlerinden hiçbiri yok: shop bölümüne benziyor, {"shop": {…}} olarak yazın',
  'has none of the sections of a shop file: it looks like one record of {}: write {"{}": [{…}]}':
    'mağaza dosyasının bölümlerinden hiçbiri yok: {} bölümünün bir kaydına benziyor, {"{}": [{…}]} olarak yazın',
}

/**
 * What is wrong in files, or worth knowing about them, in Turkish. The keys are sentences of the API: `#` is a number or a date,
 * `{}` any text. A translation has them in the same order.
 */

import { importFileCausesTr } from './import-file-causes-tr.js'
import { importRulesTr } from './import-rules-tr.js'

/** @type {Record<string, string>} */
const cells = {
  'has a {} that is no number such as 19.90: write it without separators of thousands and currency signs':
    '{} 19,90 gibi bir sayı değil: binlik ayırıcısı ve para birimi olmadan yazın',
  'has a {} that is no date such as 2026-01-31': '{} 2026-01-31 gibi bir tarih değil',
  'has no {} that is an integer above 0': '{} 0’dan büyük bir tam sayı değil',
  'has a {} with three digits behind its decimal sign: write it without the sign if it means thousands':
    '{} ondalık ayırıcıdan sonra üç haneli: binlik demekse ayırıcısız yazın',
  '{} is read as {}, not as {}': '{} değeri ondalıklı {} olarak okunur, binlik {} olarak değil',
  'has three digits behind its comma: write it without the comma if it means thousands':
    'virgülden sonra üç haneli: binlik demekse virgülsüz yazın',
  'has neither true nor false as {}': '{} sütununda evet ya da hayır yok',
  'has a word as {} that is none of {}': '{} sütunundaki değer şunlardan biri değil: {}',
  'has a name that is not a text of 1 to # characters without U+0000': 'adı 1 ile # karakter arasında değil',
  'has a SKU that is not a text of at most # characters without U+0000': 'SKU’su # karakterden uzun ya da geçersiz',
  'has an image that is neither an http(s) URL nor a path': 'görseli bir http(s) adresi ya da yol değil',
  'has an image of more than # characters': 'görselin adresi # karakterden uzun',
  'has a stock that is no number such as 12: write it without separators of thousands':
    'stoğu 12 gibi bir sayı değil: binlik ayırıcısı olmadan yazın',
  'has a change of the stock that is no number such as -2': 'stok değişimi -2 gibi bir sayı değil',
  'has both a stock and a change of it': 'hem stok hem stok değişimi var',
  'would take the stock below zero': 'stoğu sıfırın altına düşürür',
  'must leave a stock of at most 15 digits, and 12 decimal places':
    'stok en fazla 15 haneli olmalı, virgülden sonra en fazla 12 hanesi olabilir',
  'has a quantity that is no whole number': 'adedi tam sayı değil',
  'has no quantity, so that the stock stays': 'adedi yok, stok olduğu gibi kalır',
  'has a VAT rate below 1 percent: write 20 for 20 percent': 'KDV oranı yüzde 1’den az: yüzde 20 için 20 yazın',
  'has a VAT rate that is no number from 0 to 100': 'KDV oranı 0 ile 100 arasında bir sayı değil',
  'gives its product another VAT rate than another row': 'ürününe başka bir satırdan farklı bir KDV oranı veriyor',
  'gives its product another brand, or other categories or tags, than another row':
    'ürününe başka bir satırdan farklı bir marka, kategori ya da etiket veriyor',
  'has a term that is not a text of 1 to # characters without U+0000: it is left out':
    'marka, kategori ya da etiketi 1 ile # karakter arasında değil: alınmadı',
  'has a term of more than # characters in the form in which terms are compared: it is left out':
    'marka, kategori ya da etiketi karşılaştırıldığı biçimde # karakterden uzun: alınmadı',
  'has more than # categories: those beyond are left out': 'kategorisi # taneden çok: fazlası alınmadı',
  'has more than # tags: those beyond are left out': 'etiketi # taneden çok: fazlası alınmadı',
  'has several brands: those behind the first one are left out': 'birden çok markası var: ilkinden sonrakiler alınmadı',
  'has a sale that ends before it starts': 'indirimi başlamadan bitiyor',
  'has an ID that is no integer above 0': 'numarası 0’dan büyük bir tam sayı değil',
  'has a compare-at price, which says nothing without the price: export the prices, too':
    'karşılaştırma fiyatı var, fiyat olmadan kullanılamaz: fiyatları da dışa aktarın',
  'had a stock of #, as what is not tracked, and is sold out now: give it a stock by a sheet if it can be sold':
    'stoğu izlenmiyordu (#), şimdi tükendi: satılabilirse bir tabloyla stok verin',
  'is the number of one product, and that of another in WooCommerce: name them by their SKUs':
    'mağazada bir ürünün, WooCommerce’te başka bir ürünün numarası: SKU’larıyla yazın',
  'has no name': 'ürünün adı yok',
  'has no handle': 'Handle değeri yok',
  'has no handle of 1 to # characters': 'Handle değeri 1 ile # karakter arasında değil',
  'has a customer number of more than # characters': 'müşteri numarası # karakterden uzun',
  'has a number of orders that is no whole number: it is left out': 'sipariş sayısı tam sayı değil: alınmadı',
  'has two prices of one customer group': 'aynı müşteri grubu için iki fiyat var',
  'has two prices of one quantity for the same customers': 'aynı müşteriler için aynı adedin iki fiyatı var',
  'has more than # prices by quantity': 'adede göre #’den çok fiyatı var',
  'would have more than # prices by quantity': 'adede göre fiyatları #’yi geçerdi',
  'has a price by quantity that is not below its price: write the price of one piece':
    'adede göre fiyatı kendi fiyatından düşük değil: bir tanesinin fiyatını yazın',
  'has a price with a number that is not read: if it is the price from a quantity on, call it price_from_5, or 5 adet fiyatı':
    'sayılı bir fiyat sütunu okunmadı: bir adetten sonraki fiyatsa adını fiyat_5+ ya da 5 adet fiyatı yapın, değilse ne olduğunu aşağıda seçin',
  'has prices by quantity as percentages, which are not read': 'adede göre fiyatları yüzde olarak yazılmış: okunmadı',
  'has prices by quantity that are no list such as 10:89.90,50:79.90, which are not read':
    'adede göre fiyatları 10:89.90,50:79.90 gibi bir liste değil: okunmadı',
}

/** Rows that are not read, or not all of them. @type {Record<string, string>} */
const rows = {
  'is repeated: a row above has the same, delete one of both': 'yukarıdaki bir satırda da var: ikisinden birini silin',
  'is in {}, too: import each record from one file': '{} içinde de var: her kaydı tek bir dosyadan içe aktarın',
  '{} is repeated: {} has the same': '{} tekrarlanıyor: aynısı {} içinde de var',
  'continues a product whose other rows stand apart: sort the file by {}':
    'öbür satırları ayrı duran bir ürünün satırı: dosyayı {} sütununa göre sıralayın',
  'repeats the SKU of a row above: delete one of both': 'SKU’su yukarıdaki bir satırda da var: ikisinden birini silin',
  'repeats the {} of a row above: delete one of both': '{} yukarıdaki bir satırda da var: ikisinden birini silin',
  'has the customer number of another customer, who keeps it: this one has no external id':
    'müşteri numarası başka bir müşteride, onda kalır: bunun harici kimliği olmaz',
  'is repeated: a product has one row without variantId':
    'tekrarlanıyor: bir ürünün variantId değeri boş olan tek satırı olur',
  'has the option values of another row of its product': 'seçenekleri ürünün başka bir satırıyla aynı',
  'has no option value, which would name its variant': 'varyantını adlandıracak seçenek değeri yok',
  'has # variants: a product has at most #': '# varyantı var: bir ürünün en fazla # varyantı olabilir',
  'has more than # variants': '#’den çok varyantı var',
  'has more than # group prices': '#’den çok grup fiyatı var',
  'has more than # group prices, with those of its variants':
    'varyantlarınınkilerle birlikte #’den çok grup fiyatı var',
  'has another tax than the first variant: the product gets the tax of the first variant':
    'vergisi ilk varyantınkinden farklı: ürün ilk varyantın vergisini alır',
  'has another tax class than the standard one: a new product gets the VAT rate of the import, a stored one keeps its own; set it by a sheet with the columns sku and vatRate':
    'vergi sınıfı standart değil: yeni ürün içe aktarmanın KDV oranını alır, kayıtlı olanınki kalır; oranı sku ve kdv sütunlu bir tabloyla verin',
  'has neither an ID nor a SKU, by which it would be found again: export the ID column':
    'yeniden bulunmasını sağlayacak ID ya da SKU yok: dışa aktarırken ID sütununu da seçin',
  'has neither an id nor a SKU': 'numarası da SKU’su da yok',
  'has neither options nor a SKU, which would tell the variant: export the option columns':
    'hangi varyant olduğunu belirtecek seçeneği ya da SKU’su yok: seçenek sütunlarını da dışa aktarın',
  'has no email, by which the customer would be found again: add one, or a column id or externalId':
    'müşterinin yeniden bulunmasını sağlayacak e-postası yok: ekleyin, ya da id veya externalId sütunu verin',
  'is stocked at no location that counts: its stock is 0': 'sayılan konumların hiçbirinde yok: stoğu 0',
  'has more items than one import can take: export fewer at once':
    'bir dosyada bu kadar çok kayıt olamaz: daha azını dışa aktarın',
  'is of the type {}, which is not sold by itself': '{} türünde, tek başına satılmıyor',
  'varies a product that the file calls {}': 'dosyada {} türünde olan bir ürünün varyantı',
  'varies a product that is neither in the file nor stored: export that product, too':
    'ürünü dosyada da mağazada da yok: o ürünü de dışa aktarın',
  'is unlisted, and not on sale here, where agents would find it: put it on sale in the office if they may':
    'listelenmiyor (unlisted), alışveriş asistanları bulmasın diye burada satışta değil: bulmalarında sakınca yoksa buradan satışa açın',
  'has the id of one item and the SKU of another: delete one of both columns':
    'numarası bir kayda, SKU’su başka bir kayda ait: iki sütundan birini silin',
  'is not stored: for new products and variations, export the columns Type and Parent':
    'mağazada yok: yeni ürünler ve varyantlar için Type ve Parent sütunlarını da dışa aktarın',
  'is not stored, and the file does not say enough of it for a new product':
    'mağazada yok, dosyadaki bilgi de yeni bir ürün için yeterli değil',
  'is not stored, and the file does not say enough of it for a new variant':
    'mağazada yok, dosyadaki bilgi de yeni bir varyant için yeterli değil',
  'is a new product, and the file has no price of it': 'yeni bir ürün, ama dosyada fiyatı yok',
  'is a new product, and the file has no name of it': 'yeni bir ürün, ama dosyada adı yok',
  'is no product and no variant of the shop: import it first, from a file of its own':
    'mağazada böyle bir ürün ya da varyant yok: önce onu, ayrı bir dosyadan içe aktarın',
  'has variants in the shop, which the row does not name: their prices and stocks stay, name them by their SKUs':
    'mağazada varyantları var, satır hangisi olduğunu belirtmiyor: varyantların fiyatları ve stokları değişmez, SKU’larıyla yazın',
  'is the SKU of several products or variants: give their ids, or make the SKU unique':
    'bu SKU birden çok ürün ya da varyantta var: numaralarını verin ya da SKU’yu tekil yapın',
  'changes an item that another row changes, too': 'başka bir satırın da değiştirdiği kaydı değiştiriyor',
  'is a record of the shop that another row is, too': 'başka bir satırla aynı kayıt',
  'is ignored: a variant has that of its product': 'kullanılmadı: varyant ürününkini alır',
  'has the ID of a product that did not come from WooCommerce: start without the sample shop, or give new numbers by --new-ids, over HTTP by ?newIds=true':
    'numarası WooCommerce’ten gelmeyen bir ürüne ait: “Ürünlere yeni numaralar ver” seçeneğini işaretleyin',
  'product # is also in another file of this import': '# numaralı ürün bu içe aktarmanın başka bir dosyasında da var',
  'is the email of customer #': '# numaralı müşterinin e-postası',
  'is the external id of customer #': '# numaralı müşterinin harici kimliği',
  'is no customer group of the shop': 'mağazada böyle bir müşteri grubu yok',
  'is no customer of the shop': 'mağazada böyle bir müşteri yok',
  'is no active customer, and no guest who has not logged in':
    'etkin bir müşteri ya da giriş yapmamış bir misafir değil',
  'has more lines than a cart may hold': 'bir sepetin alabileceğinden çok satırı var',
  'is no product on sale': 'satışta olan bir ürün değil',
  'is missing: the product has variants': 'eksik: ürünün varyantları var',
  'is no variant on sale of the product': 'ürünün satışta olan bir varyantı değil',
  'is longer than notes may be': 'notların olabileceğinden uzun',
  'is the item of another line of the cart, too': 'sepetin başka bir satırında da var',
  'cannot be taken': 'alınamıyor',
  'is no coupon of the shop': 'mağazada böyle bir kupon yok',
  'must be left out: externalId names the owner': 'yazılmamalı: sepetin sahibini externalId belirtiyor',
  'is missing: a cart needs an owner, by subject or externalId':
    'eksik: sepetin bir sahibi olmalı, subject ya da externalId ile',
  'is no couponBound campaign of the shop': 'mağazada böyle, kupona bağlanabilen bir kampanya yok',
}

/** What files do not say of records. @type {[string, string][]} */
const unsaid = [
  ['they count as not tracked, with a stock of #', 'stoğu izlenmiyor sayılır, # olur'],
  [
    'their stock is 0, although the file says that it is tracked; export the quantities, or set them',
    'stoğu izlendiği halde 0 olur; adetleri de dışa aktarın',
  ],

  ['they are on sale', 'satışta olur'],
  ['they are not on sale', 'satışta olmaz'],
]

/** The sentences, and the words that stand for `{}` in them. @type {{ sentences: Record<string, string>, words: Record<string, string> }} */
export const importCausesTr = {
  sentences: {
    ...cells,
    ...rows,
    ...Object.fromEntries(
      unsaid.flatMap(([outcome, text]) =>
        ['item', 'items'].map(items => [
          `is not said of # new ${items}: ${outcome}`,
          `# yeni kayıt için yazmıyor: ${text}`,
        ]),
      ),
    ),
    ...Object.fromEntries(
      ['item', 'items'].flatMap(items => [
        [`gives no VAT rate of # new ${items}: it is #`, '# yeni kaydın KDV oranını vermiyor: # olur'],
        [
          `gives no VAT rate of # new ${items}: it is 0; give one by --vat-rate 20, over HTTP by ?vatRate=20`,
          '# yeni kaydın KDV oranını vermiyor: 0 olur; yukarıya bir oran girin',
        ],
      ]),
    ),
    'has products with a VAT rate above 0, and the shop has never set pricesIncludeVat: their prices count as prices without VAT; import a shop file with {"shop": {"settings": {"pricesIncludeVat": true}}} and --allow-currency-change if they include it, or with false':
      'KDV oranı 0’dan büyük ürünler var, mağaza fiyatların KDV içerip içermediğini belirtmemiş: fiyatlar KDV hariç sayılır; pricesIncludeVat ayarını geliştiriciniz bir mağaza dosyasıyla true ya da false yapabilir',
    'is left out: the stored VAT rate changes to 0': 'belirtilmemiş: kayıtlı KDV oranı 0 olur',
    'is left out: the stored prices by quantity are removed': 'belirtilmemiş: kayıtlı adede göre fiyatlar silinir',
    'is left out: the stored variants go off sale': 'belirtilmemiş: kayıtlı varyantlar satıştan kaldırılır',
    'has no product: every product would go off sale': 'hiç ürün yok: bütün ürünler satıştan kaldırılırdı',
    'there are no ids left for new {}: one has almost the greatest, #':
      'yeni {} için numara kalmadı: birinin numarası neredeyse en büyük sayı, #',
    ...importFileCausesTr,
    ...importRulesTr,
  },
  words: {
    price: 'fiyatı',
    'compare-at price': 'karşılaştırma fiyatı',
    'regular price': 'normal fiyatı',
    'sale price': 'indirimli fiyatı',
    'price by quantity': 'adede göre fiyatı',
    'sale start': 'indirim başlangıcı',
    'sale end': 'indirim bitişi',
    'variant id': 'varyant numarası',
    id: 'numarası',
    ID: 'ID’si',
    'customer number': 'müşteri numarası',
    'the default shipping company': 'varsayılan kargo firması',
    'on sale': 'Satışta',
    taxable: 'Vergi',
    published: 'Yayın durumu',
    status: 'Durum',
    'stock status': 'Stok durumu',
    backorders: 'Stoksuz satış',
    'inventory policy': 'Stoksuz satış',
    backorder: 'Stoksuz satış',
    products: 'ürünler',
    variants: 'varyantlar',
    'the discount': 'indirim',
    'the period': 'süre',
    'the list of tiers': 'kademe listesi',
    conditions: 'koşullar',
    'the audience': 'kimler için olduğu',
    'there is no such file': 'böyle bir dosya yok',
    'permission denied': 'izin yok',
    'it is a folder': 'bu bir klasör',
  },
}

/** What is wrong in tables, or worth knowing about them, in Turkish; the key is the sentence of the API, `#` a number or a date. */

const SAVE = 'tabloyu "CSV UTF-8" ya da Excel çalışma kitabı (.xlsx) olarak kaydedin'
const SAVE_EN = 'save the table as "CSV UTF-8" or as an Excel workbook (.xlsx)'

/** Names of values in sentences. @type {Record<string, string>} */
const values = {
  price: 'fiyatı',
  'compare-at price': 'karşılaştırma fiyatı',
  'regular price': 'normal fiyatı',
  'sale price': 'indirimli fiyatı',
  'sale start': 'indirim başlangıcı',
  'sale end': 'indirim bitişi',
  'variant id': 'varyant numarası',
  id: 'numarası',
}

/** The sentences about one value. @type {[string, string][]} */
const ofValues = Object.entries(values).flatMap(([en, tr]) => [
  [`has a ${en} that is no number such as #`, `${tr} # gibi bir sayı değil`],
  [`has a ${en} that is no date such as #`, `${tr} # gibi bir tarih değil`],
  [`has no ${en} that is an integer above #`, `${tr} #’dan büyük bir tam sayı değil`],
  [
    `has a ${en} with three digits behind its sign, read as a decimal: write it without the sign if it means thousands`,
    `${tr} ayırıcıdan sonra üç haneli, ondalık olarak okundu: binlik demekse ayırıcısız yazın`,
  ],
])

/** The sentences about flags. @type {[string, string][]} */
const ofFlags = ['Published', 'Variant Taxable', 'on sale', 'backorder'].map(flag => [
  `has neither true nor false as ${flag}`,
  `${flag} sütununda doğru ya da yanlış yok`,
])

/** The sentences about words. @type {[string, string][]} */
const ofWords = [
  ['Published', '#, #, #, -#'],
  ['In stock?', '#, #, backorder'],
  ['Backorders allowed?', '#, #, yes, notify, no'],
  ['Variant Inventory Policy', 'continue, deny, true, false'],
  ['Status', 'active, draft, archived, unlisted'],
].map(([column, words]) => [
  `has a word as ${column} that is none of ${words}`,
  `${column} sütunundaki değer şunlardan biri değil: ${words}`,
])

/** The sentences about kinds of products. @type {[string, string][]} */
const ofKinds = ['simple', 'grouped', 'external'].flatMap(kind => [
  [`is of the type ${kind}, which is not sold by itself`, `${kind} türünde, tek başına satılmıyor`],
  [`varies a product that the file calls ${kind}`, `dosyada ${kind} türünde olan bir ürünün varyantı`],
])

/** @type {Record<string, string>} */
export const importCausesTr = {
  ...Object.fromEntries([...ofValues, ...ofFlags, ...ofKinds, ...ofWords]),
  'is empty': 'boş',
  'has no name': 'ürünün adı yok',
  'has a name that is not a text of # to # characters without U+#': 'adı # ile # karakter arasında değil',
  'has a SKU that is not a text of at most # characters without U+#': 'SKU’su # karakterden uzun ya da geçersiz',
  'has an image that is neither an http(s) URL nor a path': 'görseli bir http(s) adresi ya da yol değil',
  'has an image of more than # characters': 'görselin adresi # karakterden uzun',
  'has a stock that is no number such as #': 'stoku # gibi bir sayı değil',
  'has a quantity that is no whole number': 'adedi tam sayı değil',
  'has no quantity, so that the stock stays': 'adedi yok, stok olduğu gibi kalır',
  'is stocked at no location that counts: its stock is #': 'sayılan konumların hiçbirinde yok: stoku #',
  'has more items than one import can take: export fewer at once':
    'bir dosyada bu kadar çok kayıt olamaz: daha azını dışa aktarın',
  'has a change of the stock that is no number such as -#': 'stok değişimi -# gibi bir sayı değil',
  'has the option values of another row of its product': 'seçenekleri ürünün başka bir satırıyla aynı',
  'ID # is repeated: line # has the same': '# numarası tekrarlanıyor: #. satırda da var',
  'the SKU is repeated: line # has the same': 'SKU tekrarlanıyor: #. satırda da var',
  'the id is repeated: line # has the same': 'numara tekrarlanıyor: #. satırda da var',
  'has both a stock and a change of it': 'hem stok hem stok değişimi var',
  'would take the stock below zero': 'stoku sıfırın altına düşürür',
  'has a VAT rate that is no number from # to #': 'KDV oranı # ile # arasında bir sayı değil',
  'gives its product another VAT rate than another row': 'ürününe başka bir satırdan farklı bir KDV oranı veriyor',
  'has a sale that ends before it starts': 'indirimi başlamadan bitiyor',
  'has an ID that is no integer above #': 'numarası #’dan büyük bir tam sayı değil',
  'has no handle': 'Handle değeri yok',
  'has no handle of # to # characters': 'Handle değeri # ile # karakter arasında değil',
  'has no option value, which would name its variant': 'varyantını adlandıracak seçenek değeri yok',
  'has # variants: a product has at most #': '# varyantı var: bir ürünün en çok # varyantı olabilir',
  'has another tax than the first variant: the product gets the tax of the first variant':
    'vergisi ilk varyantınkinden farklı: ürün ilk varyantın vergisini alır',
  'has neither an ID nor a SKU, by which it would be found again: export the ID column':
    'yeniden bulunmasını sağlayacak ID ya da SKU yok: dışa aktarırken ID sütununu da seçin',
  'has neither an id nor a SKU': 'numarası da SKU’su da yok',
  'has neither options nor a SKU, which would tell the variant: export the option columns':
    'hangi varyant olduğunu söyleyecek seçeneği ya da SKU’su yok: seçenek sütunlarını da dışa aktarın',
  'is not stored: for new products and variations, export the columns Type and Parent':
    'mağazada yok: yeni ürünler ve varyantlar için Type ve Parent sütunlarını da dışa aktarın',
  'has the id of one item and the SKU of another: delete one of both columns':
    'numarası bir kaydın, SKU’su başka bir kaydın: iki sütundan birini silin',
  'has another tax class than the standard one: a new product gets the VAT rate of the import, a stored one keeps its own; set it by a sheet with the columns sku and vatRate':
    'vergi sınıfı standart değil: yeni ürün içe aktarmanın KDV oranını alır, kayıtlı olanınki kalır; oranı sku ve kdv sütunlu bir tabloyla verin',
  'is unlisted, and not on sale here, where agents would find it: put it on sale in the office if they may':
    'listelenmiyor (unlisted), burada satışta değil, yoksa asistanlar bulurdu: bulabilirlerse buradan satışa açın',
  'varies a product that is neither in the file nor stored: export that product, too':
    'ürünü dosyada da mağazada da yok: o ürünü de dışa aktarın',
  'is not stored, and the file does not say enough of it for a new product':
    'mağazada yok, dosyadaki bilgi de yeni bir ürün için yeterli değil',
  'is not stored, and the file does not say enough of it for a new variant':
    'mağazada yok, dosyadaki bilgi de yeni bir varyant için yeterli değil',
  'has variants in the shop, which the row does not name: their prices and stocks stay, name them by their SKUs':
    'mağazada varyantları var, satır ise onları söylemiyor: varyantların fiyatları ve stokları kalır, SKU’larıyla yazın',
  'is no customer group of the shop': 'mağazada böyle bir müşteri grubu yok',
  'is a new product, and the file has no price of it': 'yeni bir ürün, ama dosyada fiyatı yok',
  'is a new product, and the file has no name of it': 'yeni bir ürün, ama dosyada adı yok',
  'is no product and no variant of the shop': 'mağazada böyle bir ürün ya da varyant yok',
  'is the SKU of several products or variants: give their ids, or make the SKU unique':
    'bu SKU birden çok ürün ya da varyantta var: numaralarını verin ya da SKU’yu tekil yapın',
  'changes an item that another row changes, too': 'başka bir satırın da değiştirdiği kaydı değiştiriyor',
  'is a record of the shop that another row is, too': 'başka bir satırla aynı kayıt',
  'has the ID of a product that did not come from WooCommerce: start without the sample shop, or give new numbers by --new-ids, over HTTP by ?newIds=true':
    'numarası WooCommerce’ten gelmeyen bir ürünün: “Ürünlere yeni numaralar ver” seçeneğini işaretleyin',
  'has no such location: choose another one': 'böyle bir konum yok',
  'has neither an email nor an id, by which the customer would be found again':
    'müşterinin yeniden bulunmasını sağlayacak e-postası ya da numarası yok',
  'has a customer number of more than # characters': 'müşteri numarası # karakterden uzun',
  'is repeated in the header': 'başlıklarda birden çok kez var',
  'is not a known field: ignored': 'bilinen bir alan değil, kullanılmadı',
  'has a column without a name: ignored': 'adsız bir sütun var, kullanılmadı',
  'has a cell behind the last heading: quote cells that contain the delimiter':
    'son başlıktan sonra dolu bir hücre var: ayırıcı içeren hücreleri tırnak içine alın',
  'is no row of headings, which stand below it: delete the lines above the headings':
    'başlık satırı değil, başlıklar daha aşağıda: başlıkların üstündeki satırları silin',
  'has no such column, which the mapping of columns names': 'eşlenen sütun dosyada yok',
  'has no headings of a table that can be read, such as of a product or customer export, or of a sheet with a column sku or email: name the columns by --columns "Ürün Kodu=sku,Fiyat=price", over HTTP by ?columns=':
    'başlıkları tanınmadı: sütunların ne olduğunu aşağıda seçin',
  'looks like a product export of Shopify without the column Handle, which tells the products: export it, too':
    'Shopify ürün dökümüne benziyor, ama Handle sütunu yok: onu da dışa aktarın',
  'looks like a product export of WooCommerce without the columns Type and ID: export all columns':
    'WooCommerce ürün dökümüne benziyor, ama Type ve ID sütunları yok: bütün sütunları dışa aktarın',
  'looks like a list of customers without their emails: export the emails, or map a column by --columns "Adres=email"':
    'e-postası olmayan bir müşteri listesine benziyor: e-postaları da dışa aktarın ya da sütununu seçin',
  'is not UTF-#, and was read as Windows-#: look at a text from it, and name another encoding by --encoding, over HTTP by ?encoding=':
    'UTF-# değil, Windows-# olarak okundu: harfler doğru mu bakın',
  'is neither UTF-# nor Windows-#: save it as "CSV UTF-#", or name its encoding by --encoding':
    'UTF-# ya da Windows-# değil: dosyayı "CSV UTF-#" olarak kaydedin',
  'is not read: another column is named as its field': 'kullanılmadı: alanı başka bir sütuna verildi',
  'is no valid text in its encoding: save it as "CSV UTF-#", or name its encoding by --encoding':
    'kodlamasına uygun bir metin değil: dosyayı "CSV UTF-#" olarak kaydedin',
  'is UTF-# without a mark: save it as "CSV UTF-#", or name its encoding by --encoding utf-#le, over HTTP by ?encoding=':
    'işaretsiz UTF-#: dosyayı "CSV UTF-#" olarak kaydedin (utf-#le)',
  'is a workbook that is broken or cut off: save it again as .xlsx, or as "CSV UTF-#"':
    'bozuk ya da yarım bir Excel dosyası: .xlsx ya da "CSV UTF-#" olarak yeniden kaydedin',
  'is a workbook that is too large when it is unpacked: save the table as "CSV UTF-#"':
    'açılınca çok büyük bir Excel dosyası: tabloyu "CSV UTF-#" olarak kaydedin',
  'has nothing in this sheet: choose another one by --sheet, over HTTP by ?sheet=':
    'bu sayfa boş: başka bir sayfa seçin',
  'has a formula with an error: correct it in the sheet': 'hatalı bir formülü var: tabloda düzeltin',
  'has a formula without a stored value: open the workbook in a spreadsheet, and save it again':
    'sonucu kaydedilmemiş bir formülü var: dosyayı Excel’de açıp yeniden kaydedin',
  'is compressed (gzip): unpack it first': 'sıkıştırılmış (gzip): önce açın',
  'is compressed (#z): unpack it first': 'sıkıştırılmış (#z): önce açın',
  'is compressed (RAR): unpack it first': 'sıkıştırılmış (RAR): önce açın',
  [`is a workbook of an old Excel (.xls), or one with a password: ${SAVE_EN}`.replace('8', '#')]:
    `eski bir Excel dosyası (.xls) ya da parolalı: ${SAVE}`.replace('8', '#'),
  [`is a PDF: ${SAVE_EN}`.replace('8', '#')]: `bir PDF: ${SAVE}`.replace('8', '#'),
  [`is a Numbers document: ${SAVE_EN}`.replace('8', '#')]: `bir Numbers belgesi: ${SAVE}`.replace('8', '#'),
  [`is an OpenDocument sheet (.ods): ${SAVE_EN}`.replace('8', '#')]: `bir OpenDocument tablosu (.ods): ${SAVE}`.replace(
    '8',
    '#',
  ),
  'is an export of orders of Shopify: Sepet takes products and customers; export these':
    'bir Shopify sipariş dökümü: ürünleri ya da müşterileri dışa aktarın',
  'is an export of orders of WooCommerce: Sepet takes products and customers; export these':
    'bir WooCommerce sipariş dökümü: ürünleri ya da müşterileri dışa aktarın',
  'is an export of orders of PrestaShop: Sepet takes products and customers; export these':
    'bir PrestaShop sipariş dökümü: ürünleri ya da müşterileri dışa aktarın',
  'is not said of # new item: they count as not tracked, with a stock of #':
    '# yeni kayıt için yazmıyor: stoku izlenmiyor sayılır, # olur',
  'is not said of # new items: they count as not tracked, with a stock of #':
    '# yeni kayıt için yazmıyor: stokları izlenmiyor sayılır, # olur',
  'is not said of # new item: their stock is #, although the file says that it is tracked; export the quantities, or set them':
    '# yeni kayıt için yazmıyor: stoku izlendiği halde # olur; adetleri de dışa aktarın',
  'is not said of # new items: their stock is #, although the file says that it is tracked; export the quantities, or set them':
    '# yeni kayıt için yazmıyor: stokları izlendiği halde # olur; adetleri de dışa aktarın',
  'is not said of # new item: their VAT rate is #, as for taxable ones': '# yeni kayıt için yazmıyor: KDV oranı # olur',
  'is not said of # new items: their VAT rate is #, as for taxable ones':
    '# yeni kayıt için yazmıyor: KDV oranları # olur',
  'is not said of # new item: their VAT rate is #; give one by --vat-rate #, over HTTP by ?vatRate=#':
    '# yeni kayıt için yazmıyor: KDV oranı # olur; yukarıya bir oran girin',
  'is not said of # new items: their VAT rate is #; give one by --vat-rate #, over HTTP by ?vatRate=#':
    '# yeni kayıt için yazmıyor: KDV oranları # olur; yukarıya bir oran girin',
  'is not said of # new item: they are on sale': '# yeni kayıt için yazmıyor: satışta olur',
  'is not said of # new items: they are on sale': '# yeni kayıt için yazmıyor: satışta olurlar',
  'has products with a VAT rate above #, and the shop has never set pricesIncludeVat: their prices count as prices without VAT':
    'KDV oranı #’dan büyük ürünler var, mağaza fiyatların KDV içerip içermediğini belirtmemiş: fiyatlar KDV hariç sayılır',
  'must be an email address, such as "ayse@example.com"': '"ayse@example.com" gibi bir e-posta adresi olmalı',
  'must be true or false': 'evet ya da hayır olmalı',
}

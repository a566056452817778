/** Why a file cannot be read, or not as it is, in Turkish; as in `import-causes-tr.js`. */

const SAVE = 'tabloyu "CSV UTF-8" ya da Excel çalışma kitabı (.xlsx) olarak kaydedin'
const SAVE_EN = 'save the table as "CSV UTF-8" or as an Excel workbook (.xlsx)'
const CSV = '"CSV UTF-8" olarak kaydedin'

/** Kinds of files that are no table. @type {[string, string][]} */
const kinds = [
  ['a workbook of an old Excel (.xls), or one with a password', 'eski bir Excel dosyası (.xls) ya da parolalı'],
  ['a binary workbook (.xlsb)', 'ikili bir Excel dosyası (.xlsb)'],
  ['a document and no workbook', 'Excel dosyası değil, başka bir belge'],
  ['a PDF', 'bir PDF'],
  ['a Numbers document', 'bir Numbers belgesi'],
  ['an OpenDocument sheet (.ods)', 'bir OpenDocument tablosu (.ods)'],
  ['a Word document', 'bir Word belgesi'],
  ['XML', 'bir XML dosyası'],
]

/** @type {Record<string, string>} */
export const importFileCausesTr = {
  ...Object.fromEntries(kinds.map(([kind, text]) => [`is ${kind}: ${SAVE_EN}`, `${text}: ${SAVE}`])),
  [`is a web page (HTML): perhaps a page to sign in was saved; ${SAVE_EN}`]: `bir web sayfası (HTML): belki bir oturum açma sayfası kaydedildi; ${SAVE}`,
  [`is a table of a web page (HTML), also where it is called .xls: open it in a spreadsheet, and ${SAVE_EN}`]: `bir web sayfasının tablosu (HTML), adı .xls olsa da: Excel’de açıp ${SAVE}`,
  [`is a zip file, and no workbook that can be read: unpack it first; of a workbook, ${SAVE_EN}`]: `bir zip dosyası, okunabilen bir Excel dosyası değil: önce açın; Excel dosyasıysa ${SAVE}`,
  'is compressed ({}): unpack it first': 'sıkıştırılmış ({}): önce açın',
  'is a picture ({}): export the table itself': 'bir resim ({}): tablonun kendisini dışa aktarın',
  'is empty': 'dosya boş',
  'cannot be read: {}': 'okunamıyor: {}',
  'is not UTF-8 text': 'UTF-8 metni değil',

  'is a workbook that is broken or cut off: save it again as .xlsx, or as "CSV UTF-8"':
    'bozuk ya da yarım bir Excel dosyası: .xlsx ya da "CSV UTF-8" olarak yeniden kaydedin',
  'is a workbook that is too large when it is unpacked: save the table as "CSV UTF-8"': `açılınca çok büyük bir Excel dosyası: tabloyu ${CSV}`,
  'is a workbook with more than 4,000,000 different texts: save the table as "CSV UTF-8"': `4.000.000’dan çok farklı metin içeren bir Excel dosyası: tabloyu ${CSV}`,
  'is a workbook without a sheet of cells': 'hücreli bir sayfası olmayan bir Excel dosyası',
  'has no sheet {}: choose one by --sheet, over HTTP by ?sheet=, of {}': '{} sayfası yok: sayfaları {}',
  'has no table in its first sheet: choose another one by --sheet, over HTTP by ?sheet=, of {}':
    'ilk sayfasında tablo yok: tabloyu ilk sayfaya taşıyın; sayfaları {}',
  'has nothing in this sheet: choose another one by --sheet, over HTTP by ?sheet=':
    'ilk sayfası boş: dosyada tabloyu ilk sayfaya taşıyın',
  'has more than 100,000,000 cells: delete columns': '100.000.000’dan çok hücresi var: sütun silin',
  'has a cell that is longer than # MB': '# MB’den uzun bir hücresi var',
  'has a formula with an error: correct it in the sheet': 'hatalı bir formülü var: tabloda düzeltin',
  'has a formula without a stored value: open the workbook in a spreadsheet, and save it again':
    'sonucu kaydedilmemiş bir formülü var: dosyayı Excel’de açıp yeniden kaydedin',

  'is not UTF-8, and was read as Windows-1254: look at a text from it, and name another encoding by --encoding, over HTTP by ?encoding=':
    'UTF-8 değil, Windows-1254 olarak okundu: harflerin doğru olup olmadığını kontrol edin',
  'is neither UTF-8 nor Windows-1254: save it as "CSV UTF-8", or name its encoding by --encoding': `UTF-8 ya da Windows-1254 değil: dosyayı ${CSV}`,
  'is no valid text in its encoding: save it as "CSV UTF-8", or name its encoding by --encoding': `kodlamasına uygun bir metin değil: dosyayı ${CSV}`,
  'is UTF-16 without a mark: save it as "CSV UTF-8", or name its encoding by --encoding utf-16le, over HTTP by ?encoding=': `işaretsiz UTF-16: dosyayı ${CSV}`,

  'a quotation mark in this row is not closed': 'bu satırdaki bir tırnak işareti kapanmıyor',
  'text follows a closing quotation mark; inside quotes a quotation mark is written twice':
    'kapanan tırnak işaretinden sonra metin var; tırnak içindeki tırnak işareti iki kez yazılır',
  'a quotation mark stands inside a field that does not begin with one':
    'tırnakla başlamayan bir hücrenin içinde tırnak işareti var',
  'the row is longer than # MB; perhaps a quotation mark never closes':
    'satır # MB’den uzun; belki bir tırnak işareti hiç kapanmıyor',
  'has a cell behind the last heading: quote cells that contain the delimiter':
    'son başlıktan sonra dolu bir hücre var: ayırıcı içeren hücreleri tırnak içine alın',

  'is repeated in the header': 'başlıklarda birden çok kez var',
  'is not a known field: ignored': 'bilinen bir alan değil, kullanılmadı',
  'has a column that is not read: if one says a field, name it by --columns "Heading=price", over HTTP by ?columns=':
    'bir sütunu okunmadı: ne olduğunu aşağıda seçin',
  'has # columns that are not read: if one says a field, name it by --columns "Heading=price", over HTTP by ?columns=':
    '# sütunu okunmadı: ne olduklarını aşağıda seçin',
  'has no rows below its headings: nothing of it is imported': 'başlıkların altında satır yok: bir şey içe aktarılmadı',
  'is no inventory of locations: the locations that are named have no effect on it':
    'konumlu bir stok dosyası değil: yazılan konumların etkisi yok',
  'is no table of codes: the campaign that is named has no effect on it':
    'kod tablosu değil: yazılan kampanyanın etkisi yok',
  'is a table of codes: name the campaign that they are bound to by --campaign, over HTTP by ?campaignId=':
    'bir kod tablosu: campaignId adlı bir sütun ekleyip her satıra kampanyanın numarasını yazın',
  'has no column of codes, such as code: name it by --columns "Kupon No=code", over HTTP by ?columns=':
    'kodların sütunu yok: sütunun başlığını “kod” yapın',
  'has no column of usage limits: new codes can be used any number of times; add a column usageLimit, with 1 for codes of one use':
    'kullanım sınırı sütunu yok: yeni kodlar sınırsız kullanılabilir; usageLimit adlı bir sütun ekleyin, tek kullanımlık kodlara 1 yazın',
  'has no code: left out': 'kodu yok, alınmadı',
  'is no workbook: the sheet that is named has no effect on it': 'Excel dosyası değil: yazılan sayfanın etkisi yok',
  'is not read: another column is named as its field': 'kullanılmadı: alanı başka bir sütuna verildi',
  'is no row of headings, which stand below it: delete the lines above the headings':
    'başlık satırı değil, başlıklar daha aşağıda: başlıkların üstündeki satırları silin',
  'has no such column, which the mapping of columns names': 'eşlenen sütun dosyada yok',
  'has no column {}: {} is not read': '{} sütunu yok: {} okunmadı',
  'has no such location: its locations are {}': 'böyle bir konum yok: konumları {}',
  'has no headings of a table that can be read, such as of a product or customer export, or of a sheet with a column sku or email: name the columns by --columns "Ürün Kodu=sku,Fiyat=price", over HTTP by ?columns=':
    'başlıkları tanınmadı: sütunların ne olduğunu aşağıda seçin',
  'looks like a sheet of products, which names products, and says nothing of them: add a column such as price or stock':
    'ürün tablosuna benziyor, ama ürünlerle ilgili bir bilgi içermiyor: fiyat ya da stok gibi bir sütun ekleyin ya da aşağıda seçin',
  'looks like a sheet of products, which has no column that tells the products: add their SKUs as sku, or map a column by --columns "Ürün Kodu=sku"':
    'ürün tablosuna benziyor, ama hangi ürün olduğunu belirten bir sütunu yok: stok kodlarının sütununu aşağıda seçin',
  'looks like a product export of Shopify without the column Handle, which tells the products: export it, too':
    'Shopify’ın ürün dosyasına benziyor, ama Handle sütunu yok: onu da dışa aktarın',
  'looks like a product export of WooCommerce without the columns Type and ID: export all columns':
    'WooCommerce’in ürün dosyasına benziyor, ama Type ve ID sütunları yok: bütün sütunları dışa aktarın',
  'looks like a list of customers without their emails: export the emails, or map a column by --columns "Adres=email"':
    'e-postası olmayan bir müşteri listesine benziyor: e-postaları da dışa aktarın ya da sütununu aşağıda seçin',
  'looks like exported coupons without {}: export them with all of {}':
    'kupon tablosuna benziyor, ama şu sütunlar eksik: {}; şunların hepsi gerekir: {}',
  'is an export of orders of Sepet, which are made by checkouts alone: import products, customers or coupons':
    'Sepet’in sipariş dosyası, siparişler yalnızca ödemelerle oluşur: ürünleri, müşterileri ya da kuponları içe aktarın',
  'is an export of orders of {}: Sepet takes products and customers; export these':
    '{} siparişlerinin dosyası: ürünleri ya da müşterileri dışa aktarın',
}

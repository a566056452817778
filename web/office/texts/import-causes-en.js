/** Sentences of the API that name options of the command, as the office says them; as in `import-causes-tr.js`. */

/** @type {Record<string, string>} */
const unsaid = Object.fromEntries(
  ['item', 'items'].map(items => [
    `gives no VAT rate of # new ${items}: it is 0; give one by --vat-rate 20, over HTTP by ?vatRate=20`,
    `gives no VAT rate of # new ${items}: it is 0; enter one above`,
  ]),
)

/** @type {typeof import('./import-causes-tr.js').importCausesTr} */
export const importCausesEn = {
  sentences: {
    ...unsaid,
    'has a column that is not read: if one says a field, name it by --columns "Heading=price", over HTTP by ?columns=':
      'has a column that is not read: choose below what it is',
    'has # columns that are not read: if one says a field, name it by --columns "Heading=price", over HTTP by ?columns=':
      'has # columns that are not read: choose below what they are',
    'is a table of codes: name the campaign that they are bound to by --campaign, over HTTP by ?campaignId=':
      'it is a table of codes: add a column campaignId with the number of their campaign in each row',
    'has no column of codes, such as code: name it by --columns "Kupon No=code", over HTTP by ?columns=':
      'it has no column of codes: call their column code',
    'has products with a VAT rate above 0, and the shop has never set pricesIncludeVat: their prices count as prices without VAT; import a shop file with {"shop": {"settings": {"pricesIncludeVat": true}}} and --allow-currency-change if they include it, or with false':
      'has products with a VAT rate above 0, and the shop has never said whether its prices include VAT: they count as prices without VAT; a developer may set pricesIncludeVat to true or false by a shop file',
    'has no headings of a table that can be read, such as of a product or customer export, or of a sheet with a column sku or email: name the columns by --columns "Ürün Kodu=sku,Fiyat=price", over HTTP by ?columns=':
      'the headings are not known: choose below what the columns are',
    'looks like a sheet of products, which has no column that tells the products: add their SKUs as sku, or map a column by --columns "Ürün Kodu=sku"':
      'it looks like a table of products without a column that tells which: choose the column of their SKUs below',
    'looks like a list of customers without their emails: export the emails, or map a column by --columns "Adres=email"':
      'it looks like a list of customers without their emails: export the emails, or choose their column below',
    'has the ID of a product that did not come from WooCommerce: start without the sample shop, or give new numbers by --new-ids, over HTTP by ?newIds=true':
      'has the number of a product that did not come from WooCommerce: check “Give products new numbers”',
    'is not UTF-8, and was read as Windows-1254: look at a text from it, and name another encoding by --encoding, over HTTP by ?encoding=':
      'is not UTF-8, and was read as Windows-1254: look whether its letters are right',
    'is neither UTF-8 nor Windows-1254: save it as "CSV UTF-8", or name its encoding by --encoding':
      'it is neither UTF-8 nor Windows-1254: save it as "CSV UTF-8"',
    'is no valid text in its encoding: save it as "CSV UTF-8", or name its encoding by --encoding':
      'it is no valid text in its encoding: save it as "CSV UTF-8"',
    'is UTF-16 without a mark: save it as "CSV UTF-8", or name its encoding by --encoding utf-16le, over HTTP by ?encoding=':
      'it is UTF-16 without a mark: save it as "CSV UTF-8"',
    'has no sheet {}: choose one by --sheet, over HTTP by ?sheet=, of {}': 'there is no sheet {}: its sheets are {}',
    'has no table in its first sheet: choose another one by --sheet, over HTTP by ?sheet=, of {}':
      'there is no table in its first sheet: move the table to the first sheet; its sheets are {}',
    'has nothing in this sheet: choose another one by --sheet, over HTTP by ?sheet=':
      'its first sheet is empty: move the table to the first sheet',
    'would change from {} to {}, which relabels the prices of stored products: permit it by --allow-currency-change, or over HTTP by ?allowCurrencyChange=true':
      'would change from {} to {}, which gives the prices of all stored products another meaning',
  },
  words: {},
}

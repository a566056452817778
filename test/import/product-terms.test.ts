/** Brand, categories and tags of products in every kind of file, and the index by which products are found. */

import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { beforeEach, test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { indexOfTerms, termsOfColumns } from '../support/catalog/terms.ts'
import { onEachEngine } from '../support/import/imports.ts'
import { product } from '../support/import/shop-file.ts'

onEachEngine('the terms of products', shop => {
  beforeEach(() => shop.import({ shop: { settings: { pricesIncludeVat: true } } }))

  const termsOf = async () =>
    (await shop.rows('products')).map(({ id, brand, categories, tags }) => [
      id,
      brand,
      JSON.parse(String(categories ?? '[]')),
      JSON.parse(String(tags ?? '[]')),
    ])
  /** Requires that the index is that of the columns. */
  const checkIndex = async () =>
    assert.deepEqual(await indexOfTerms(shop.database), await termsOfColumns(shop.database))
  const importTable = async (name: string, ...rows: string[]) => {
    const { warnings, files } = await shop.import([name, `${rows.join('\n')}\n`])
    await checkIndex()
    return {
      format: files[0]?.format,
      changes: files[0]?.sections.map(({ created, updated }) => created + updated),
      warnings: warnings.map(each => describeFinding({ ...each, file: basename(each.file) })),
    }
  }

  test('of a shop file are refused where they are no texts of 1 to 255 characters, or too many', async () => {
    const longFolded = 'ﷺ'.repeat(34)
    const refused = await shop.refusal({
      products: [
        product({ id: 1, brand: '' }),
        product({ id: 2, brand: ' \u200b\t' }),
        product({ id: 3, brand: 'x'.repeat(256) }),
        product({ id: 4, brand: ['a'] }),
        product({ id: 5, brand: 'a\u0000' }),
        product({ id: 6, categories: 'Giyim' }),
        product({ id: 7, categories: ['a', null, ' '] }),
        product({ id: 8, categories: Array.from({ length: 21 }, (_, n) => `k${n}`) }),
        product({ id: 9, tags: Array.from({ length: 101 }, (_, n) => `e${n}`) }),
        product({ id: 10, tags: null }),
        product({ id: 11, tags: [longFolded] }),
      ],
    })
    const ruleAt = (place: string) => refused.find(each => each.includes(` ${place}:`))?.split(': ')[1]
    assert.match(ruleAt('/products/0/brand') ?? '', /^must be null or a text of 1 to 255 characters/)
    assert.equal(ruleAt('/products/1/brand'), 'must be a text that is not blank')
    assert.equal(ruleAt('/products/6/categories/2'), 'must be a text that is not blank')
    const compared = 'must be a text of at most 600 characters in the form in which terms are compared'
    assert.equal(ruleAt('/products/10/tags/0'), compared)
    assert.deepEqual(
      refused.map(each => / (\/\S+?):/.exec(each)?.[1]),
      [
        ...['/products/0/brand', '/products/1/brand', '/products/2/brand', '/products/3/brand', '/products/4/brand'],
        ...['/products/5/categories', '/products/6/categories/1', '/products/6/categories/2', '/products/7/categories'],
        ...['/products/8/tags', '/products/9/tags', '/products/10/tags/0'],
      ],
    )
    assert.deepEqual(await termsOf(), [])
  })

  test('of a shop file are stored trimmed and once, and replace the stored ones whole', async () => {
    await shop.import({
      products: [
        product({
          id: 1,
          brand: ' Kuzey ',
          categories: ['Giyim > Gömlek', ' giyim  >  GÖMLEK', 'Yaz'],
          tags: ['İndirim', 'indirim', 'INDIRIM', 'keten'],
        }),
        product({ id: 2, brand: null, categories: [], tags: [] }),
        product({ id: 3, brand: 'x'.repeat(255), categories: ['ç'.repeat(255)] }),
      ],
    })
    assert.deepEqual((await termsOf()).slice(0, 2), [
      [1, 'Kuzey', ['Giyim > Gömlek', 'Yaz'], ['İndirim', 'keten']],
      [2, null, [], []],
    ])
    assert.deepEqual(
      (await shop.rows('product_terms'))
        .filter(({ product_id }) => product_id === 1)
        .map(({ kind, folded, term }) => [kind, folded, term])
        .sort(),
      [
        ['brand', 'kuzey', 'Kuzey'],
        ['category', 'giyim > gömlek', 'Giyim > Gömlek'],
        ['category', 'giyim', 'Giyim'],
        ['category', 'yaz', 'Yaz'],
        ['tag', 'indirim', 'İndirim'],
        ['tag', 'keten', 'keten'],
      ],
    )
    await checkIndex()
    const before = await shop.revision()
    await shop.import({ products: [product({ id: 2 })] })
    assert.equal(await shop.revision(), before, 'a product without terms is the same as one with empty ones')
    await shop.import({ products: [product({ id: 1, brand: 'KUZEY', tags: ['keten'] })] })
    assert.deepEqual((await termsOf())[0], [1, 'KUZEY', [], ['keten']])
    assert.equal(await shop.revision(), before + 1)
    await checkIndex()
    await shop.import({ products: [product({ id: 1 })] })
    assert.deepEqual((await termsOf())[0], [1, null, [], []])
    await checkIndex()
  })

  test('stay with products that go off sale, and are not written by an import that is only tried or refused', async () => {
    await shop.import({ products: [product({ id: 1, brand: 'A' }), product({ id: 2, tags: ['t'] })] })
    const options = { now: 0, randomId: () => 'r' }
    const write = () => shop.write({ products: [product({ id: 1, brand: 'B' }), product({ id: 3, brand: 'C' })] })
    await importFiles(shop.database, write(), { ...options, dryRun: true })
    await shop.refusal({ products: [product({ id: 1, brand: 'B' }), product({ id: 4, price: 'x' })] })
    assert.deepEqual(await termsOf(), [
      [1, 'A', [], []],
      [2, null, [], ['t']],
    ])
    await checkIndex()
    await importFiles(shop.database, write(), { ...options, withdrawMissing: 'products' })
    assert.deepEqual(await termsOf(), [
      [1, 'B', [], []],
      [2, null, [], ['t']],
      [3, 'C', [], []],
    ])
    await checkIndex()
  })

  const STORED = [
    product({
      ...{ id: 1, sku: 'KG', name: 'Gömlek', brand: 'Kuzey', categories: ['Giyim > Gömlek'], tags: ['keten', 'yaz'] },
      variants: [
        { id: 1, sku: 'KG-S', name: 'S' },
        { id: 2, sku: 'KG-M', name: 'M' },
      ],
    }),
    product({ id: 2, sku: 'SAAT', name: 'Saat', brand: 'Zaman' }),
  ]

  test('of Sepet’s own table: columns say them, empty cells clear them, no column keeps them', async () => {
    await shop.import({ products: STORED })
    const before = await termsOf()
    await importTable('a.csv', 'id,variantId,name,price', '1,,Gömlek,9')
    assert.deepEqual(await termsOf(), before)
    const { format, warnings } = await importTable(
      'a.csv',
      'id,variantId,name,price,brand,categories,tags',
      '1,,Gömlek,9,,Ev \\; Yaşam;Çeyiz > Nevresim;çeyiz>x; ;,"a,b;a\\\\b;A,B"',
      '2,,Saat,9,Vakit,,',
    )
    assert.deepEqual([format, warnings], ['Sepet products', []])
    assert.deepEqual(await termsOf(), [
      [1, null, ['Ev ; Yaşam', 'Çeyiz > Nevresim', 'çeyiz>x'], ['a,b', 'a\\b']],
      [2, 'Vakit', [], []],
    ])
  })

  test('beyond the limits are left out with a warning that names them, and the file is taken', async () => {
    const many = (count: number, separator: string) => Array.from({ length: count }, (_, n) => `k${n}`).join(separator)
    const long = 'u'.repeat(256)
    const own = await importTable(
      'a.csv',
      'id,variantId,name,price,brand,categories,tags,vatRate,stock,onSale',
      `1,,A,9,${long},${many(22, ';')},${many(101, ';')},20,1,true`,
    )
    assert.deepEqual(own.warnings, [
      `a.csv line 2 /brand: has a term that is not a text of 1 to 255 characters without U+0000: "${'u'.repeat(80)}…"; it is left out`,
      'a.csv line 2 /categories: has more than 20 categories: "k20, k21"; those beyond are left out',
      'a.csv line 2 /tags: has more than 100 tags: "k100"; those beyond are left out',
    ])
    const shopify = await importTable(
      'b.csv',
      'Handle,Title,Variant Price,Variant SKU,Variant Taxable,Variant Inventory Qty,Status,Vendor,Type,Tags',
      `h,B,9,B,true,1,active,"${long}",${long},"${many(101, ', ')}"`,
    )
    assert.equal(shopify.warnings.length, 2, shopify.warnings.join('\n'))
    assert.match(shopify.warnings[0] ?? '', /has a term that is not a text .* \(and 1 more like it/)
    const woo = await importTable(
      'c.csv',
      'ID,Type,SKU,Name,Regular price,In stock?,Stock,Tax status,Published,Categories,Brands',
      `70,simple,C,C,9,1,1,taxable,1,"${many(21, ', ')}","İlk, İkinci, Üst > Alt"`,
    )
    assert.deepEqual(woo.warnings, [
      'c.csv line 2: has several brands: "İkinci, Alt"; those behind the first one are left out',
      'c.csv line 2: has more than 20 categories: "k20"; those beyond are left out',
    ])
    const [, tags] = [0, (await termsOf()).map(([, , , list]) => list.length)]
    assert.deepEqual(tags, [100, 100, 0])
  })

  test('of Shopify are the vendor, the place in the taxonomy beside the type, and the tags', async () => {
    const header = 'Handle,Title,Option1 Value,Variant SKU,Variant Price,Vendor,Product Category,Type,Tags'
    await importTable(
      'a.csv',
      header,
      'h,A,S,A-S,9,Kuzey,Apparel & Accessories > Clothing > Shirts,Gömlek,"keten, Yaz , KETEN,"',
      'h,,M,A-M,9,,,,',
      'i,B,Default Title,B,9,,Uncategorized,,',
      'j,C,Default Title,C,9,Kuzey,sg-4-17,Saat,',
      'k,D,Default Title,D,9,Kuzey,Giyim,giyim,',
    )
    assert.deepEqual(
      (await termsOf()).map(([, ...terms]) => terms),
      [
        ['Kuzey', ['Apparel & Accessories > Clothing > Shirts', 'Gömlek'], ['keten', 'Yaz']],
        [null, [], []],
        ['Kuzey', ['Saat'], []],
        ['Kuzey', ['Giyim'], []],
      ],
    )
    const before = await termsOf()
    await importTable('a.csv', 'Handle,Title,Option1 Value,Variant SKU,Variant Price', 'h,A,S,A-S,9', 'h,,M,A-M,9')
    assert.deepEqual(await termsOf(), before)
  })

  test('of WooCommerce are paths, names with commas and entities, and the lowest part of a brand’s path', async () => {
    await importTable(
      'a.csv',
      'ID,Type,SKU,Name,Regular price,Parent,Attribute 1 value(s),Categories,Tags,Brands',
      '70,variable,A,A,,,"S, M","Giyim > Gömlek &amp; Bluz, Ev\\, Yaşam","a\\, b, c, C",Üst > Alt',
      '71,variation,A-S,A - S,9,id:70,S,,,',
      '72,simple,B,B,9,,,Uncategorized,,',
    )
    const expected = [
      ['Alt', ['Giyim > Gömlek & Bluz', 'Ev, Yaşam'], ['a, b', 'c']],
      [null, ['Uncategorized'], []],
    ]
    const found = async () => (await termsOf()).map(([, ...terms]) => terms)
    assert.deepEqual(await found(), expected)
    await importTable('a.csv', 'ID,SKU,Regular price,Kategoriler,Markalar', '72,B,9,Saat,Zaman', '71,A-S,9,,')
    assert.deepEqual(await found(), [expected[0], ['Zaman', ['Saat'], []]])
  })

  test('of a sheet are those of the product, also in rows of its variants; an empty cell clears those of a product', async () => {
    await shop.import({ products: STORED })
    const { format } = await importTable(
      'a.csv',
      'Stok Kodu;Marka;Kategori;Etiketler',
      'KG-S;Güney;"Giyim>Gömlek>Keten; Yaz";"a, b;c"',
      'KG-M;Güney;"Giyim>Gömlek>Keten; Yaz";"a, b;c"',
      'SAAT;;;yeni',
    )
    assert.equal(format, 'sheet')
    assert.deepEqual(await termsOf(), [
      [1, 'Güney', ['Giyim > Gömlek > Keten', 'Yaz'], ['a', 'b', 'c']],
      [2, null, [], ['yeni']],
    ])
    const before = await termsOf()
    assert.deepEqual(await shop.refusal(['b.csv', 'sku,brand\nKG-S,Bir\nKG-M,İki\n']), [
      'b.csv line 3: gives its product another brand, or other categories or tags, than another row: "KG-M"',
    ])
    assert.deepEqual(await shop.refusal(['b.csv', 'sku,tags\nKG-S,b;a\nKG-M,a;a\n']), [
      'b.csv line 3: gives its product another brand, or other categories or tags, than another row: "KG-M"',
    ])
    assert.deepEqual(await termsOf(), before)
    await importTable('c.csv', 'sku,price,brand', 'KG-S,77,', 'KG-M,78,')
    assert.deepEqual(await termsOf(), before)
    await importTable(
      'd.csv',
      'sku,brand,categories,tags',
      'KG-M,Çiçek İpek,Giyim>Gömlek;Yaz,b;A',
      'KG-S,çiçek IPEK,"yaz,giyim > GÖMLEK",a;B',
    )
    assert.deepEqual((await termsOf())[0], [1, 'Çiçek İpek', ['Giyim > Gömlek', 'Yaz'], ['b', 'A']])
  })
})

/**
 * Headings of WooCommerce's product export, which are in the language of the shop's staff: those of the plugin's translations, of several of its
 * versions where they differ.
 */

import { columnName } from '../input/column-name.ts'

/** What a column of the export says. */
export type WooField =
  | 'id'
  | 'type'
  | 'sku'
  | 'name'
  | 'published'
  | 'saleStarts'
  | 'saleEnds'
  | 'taxStatus'
  | 'taxClass'
  | 'inStock'
  | 'stock'
  | 'backorders'
  | 'salePrice'
  | 'regularPrice'
  | 'images'
  | 'parent'
  | 'categories'
  | 'tags'
  | 'brands'

/** Headings of one language; `attributeValue` has `#` where the number of the attribute stands. */
export type WooHeadings = Record<WooField | 'attributeValue', string | string[]>

/** The headings by language. */
export const headings: Record<string, WooHeadings> = {
  en: {
    id: 'ID',
    type: 'Type',
    sku: 'SKU',
    name: 'Name',
    published: 'Published',
    saleStarts: 'Date sale price starts',
    saleEnds: 'Date sale price ends',
    taxStatus: 'Tax status',
    taxClass: 'Tax class',
    inStock: 'In stock?',
    stock: 'Stock',
    backorders: 'Backorders allowed?',
    salePrice: 'Sale price',
    regularPrice: 'Regular price',
    images: 'Images',
    parent: 'Parent',
    ...{ categories: 'Categories', tags: 'Tags', brands: 'Brands' },
    attributeValue: 'Attribute # value(s)',
  },
  tr: {
    id: 'Kimlik',
    type: 'Tür',
    sku: 'Stok kodu (SKU)',
    name: 'İsim',
    published: 'Yayımlanmış',
    saleStarts: 'İndirimli fiyatın başladığı tarih',
    saleEnds: 'İndirimli fiyatın bittiği tarih',
    taxStatus: 'Vergi durumu',
    taxClass: 'Vergi sınıfı',
    inStock: 'Stokta?',
    stock: 'Stok',
    backorders: 'Yok satmaya izin?',
    salePrice: 'İndirimli satış fiyatı',
    regularPrice: 'Normal fiyat',
    images: 'Görseller',
    parent: 'Ebeveyn',
    ...{ categories: 'Kategoriler', tags: 'Etiketler', brands: 'Markalar' },
    attributeValue: 'Nitelik # değer(ler)i',
  },
  de: {
    id: 'ID',
    type: 'Typ',
    sku: 'Artikelnummer',
    name: 'Name',
    published: 'Veröffentlicht',
    saleStarts: 'Datum, an dem Angebotspreis beginnt',
    saleEnds: 'Datum, an dem Angebotspreis endet',
    taxStatus: 'Steuerstatus',
    taxClass: 'Steuerklasse',
    inStock: 'Vorrätig?',
    stock: 'Lager',
    backorders: ['Lieferrückstande erlaubt?', 'Lieferrückstände erlaubt?', 'Rückstände erlaubt?'],
    salePrice: 'Angebotspreis',
    regularPrice: 'Regulärer Preis',
    images: 'Bilder',
    parent: 'Übergeordnetes Produkt',
    ...{ categories: 'Kategorien', tags: 'Schlagwörter', brands: 'Marken' },
    attributeValue: 'Attribut # Wert(e)',
  },
  fr: {
    id: 'ID',
    type: 'Type',
    sku: 'UGS',
    name: 'Nom',
    published: 'Publié',
    saleStarts: 'Date de début de promo',
    saleEnds: 'Date de fin de promo',
    taxStatus: 'État de la TVA',
    taxClass: ['Classe TVA', 'Classe de TVA'],
    inStock: 'En stock ?',
    stock: 'Stock',
    backorders: 'Autoriser les commandes de produits en rupture ?',
    salePrice: 'Tarif promo',
    regularPrice: 'Tarif régulier',
    images: 'Images',
    parent: 'Parent',
    ...{ categories: 'Catégories', tags: 'Étiquettes', brands: 'Marques' },
    attributeValue: "Valeur(s) de l'attribut #",
  },
  es: {
    id: 'ID',
    type: 'Tipo',
    sku: 'SKU',
    name: 'Nombre',
    published: 'Publicado',
    saleStarts: 'Día en que empieza el precio rebajado',
    saleEnds: 'Día en que termina el precio rebajado',
    taxStatus: 'Estado del impuesto',
    taxClass: 'Clase de impuesto',
    inStock: ['¿Existencias?', '¿En inventario?'],
    stock: 'Inventario',
    backorders: '¿Permitir reservas de productos agotados?',
    salePrice: 'Precio rebajado',
    regularPrice: 'Precio normal',
    images: 'Imágenes',
    parent: 'Superior',
    ...{ categories: 'Categorías', tags: 'Etiquetas', brands: 'Marcas' },
    attributeValue: 'Valor(es) del atributo #',
  },
  it: {
    id: 'ID',
    type: 'Tipo',
    sku: 'COD',
    name: 'Nome',
    published: 'Pubblicato',
    saleStarts: 'Data di partenza del prezzo in saldo',
    saleEnds: ["Data in cui termina l'offerta", 'Termine data del prezzo di vendita'],
    taxStatus: 'Stato delle imposte',
    taxClass: 'Aliquota di imposta',
    inStock: 'In stock?',
    stock: 'Magazzino',
    backorders: 'Abilita gli ordini arretrati?',
    salePrice: 'Prezzo in offerta',
    regularPrice: 'Prezzo di listino',
    images: 'Immagine',
    parent: 'Genitore',
    ...{ categories: 'Categorie', tags: ['Tag', 'Etichette'], brands: 'Marchi' },
    attributeValue: 'Attributo # valuta(e)',
  },
  nl: {
    id: 'ID',
    type: 'Type',
    sku: ['Artikelnummer', 'SKU'],
    name: 'Naam',
    published: 'Gepubliceerd',
    saleStarts: 'Startdatum actieprijs',
    saleEnds: 'Einddatum actieprijs',
    taxStatus: 'Btw status',
    taxClass: 'Belastingklasse',
    inStock: 'Op voorraad?',
    stock: 'Voorraad',
    backorders: 'Nabestellingen toestaan?',
    salePrice: 'Actieprijs',
    regularPrice: 'Reguliere prijs',
    images: 'Afbeeldingen',
    parent: 'Hoofd',
    ...{ categories: 'Categorieën', tags: 'Tags', brands: 'Merken' },
    attributeValue: 'Waarde eigenschap #',
  },
  ptPT: {
    id: 'ID',
    type: 'Tipo',
    sku: 'REF',
    name: 'Nome',
    published: 'Publicado',
    saleStarts: 'Data de início do preço promocional',
    saleEnds: 'Data de término do preço promocional',
    taxStatus: 'Situação fiscal',
    taxClass: 'Classe de imposto',
    inStock: 'Em stock?',
    stock: 'Stock',
    backorders: 'Permitir encomendas pendentes?',
    salePrice: 'Preço promocional',
    regularPrice: 'Preço normal',
    images: 'Imagens',
    parent: 'Pai',
    ...{ categories: 'Categorias', tags: 'Etiquetas', brands: 'Marcas' },
    attributeValue: 'Atributo # valor(es)',
  },
  ptBR: {
    id: 'ID',
    type: 'Tipo',
    sku: ['SKU', 'REF'],
    name: 'Nome',
    published: 'Publicado',
    saleStarts: 'Data de preço promocional começa em',
    saleEnds: 'Data de preço promocional termina em',
    taxStatus: ['Status do imposto', 'Status da taxa'],
    taxClass: ['Classe de imposto', 'Classe de taxa'],
    inStock: 'Em estoque?',
    stock: 'Estoque',
    backorders: 'São permitidas encomendas?',
    salePrice: 'Preço promocional',
    regularPrice: 'Preço',
    images: 'Imagens',
    parent: ['Ascendente', 'Produto ascendente'],
    ...{ categories: 'Categorias', tags: 'Tags', brands: 'Marcas' },
    attributeValue: 'Valores do atributo #',
  },
  pl: {
    id: 'ID',
    type: 'Typ',
    sku: 'SKU',
    name: 'Nazwa',
    published: ['Opublikowano', 'Opublikowany'],
    saleStarts: 'Data rozpoczęcia promocji',
    saleEnds: 'Data zakończenia promocji',
    taxStatus: 'Status podatku',
    taxClass: 'Klasa podatkowa',
    inStock: 'W magazynie?',
    stock: ['Stan magazynowy', 'Magazyn'],
    backorders: 'Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?',
    salePrice: 'Cena promocyjna',
    regularPrice: 'Cena',
    images: 'Obrazki',
    parent: ['Element nadrzędny', 'Rodzic'],
    ...{ categories: 'Kategorie', tags: 'Tagi', brands: 'Marki' },
    attributeValue: 'Wartości atrybutu #',
  },
  ru: {
    id: 'ID',
    type: 'Тип',
    sku: 'Артикул',
    name: 'Имя',
    published: 'Опубликован',
    saleStarts: ['Дата начала действия скидки', 'Дата начала действия продажной цены'],
    saleEnds: ['Дата окончания действия скидки', 'Дата окончания действия продажной цены'],
    taxStatus: 'Статус налога',
    taxClass: 'Налоговый класс',
    inStock: 'В наличии?',
    stock: 'Запасы',
    backorders: ['Возможен ли предзаказ?', 'Задержанный заказ возможен?'],
    salePrice: ['Акционная цена', 'Цена распродажи'],
    regularPrice: 'Базовая цена',
    images: 'Изображения',
    parent: 'Родительский',
    ...{ categories: 'Категории', tags: 'Метки', brands: 'Бренды' },
    attributeValue: ['Значения атрибутов #', 'Значение(-я) аттрибута(-ов) #'],
  },
  ar: {
    id: 'المعرف',
    type: 'النوع',
    sku: 'رمز المنتج (SKU)',
    name: 'الاسم',
    published: 'تم النشر',
    saleStarts: 'تاريخ بدء سعر التخفيض',
    saleEnds: 'تاريخ نهاية سعر التخفيض',
    taxStatus: 'حالة الضريبة',
    taxClass: 'فئة الضريبة',
    inStock: 'متوفر؟',
    stock: 'المخزون',
    backorders: 'الطلبات المسبقة مسموحة؟',
    salePrice: 'سعر التخفيض',
    regularPrice: 'السعر الافتراضي',
    images: 'الصور',
    parent: 'الأب',
    ...{ categories: 'التصنيفات', tags: 'الوسوم', brands: 'العلامات التجارية' },
    attributeValue: 'قيمة/قيم السمة #',
  },
}

/** The headings of the language that most of a table's columns have. @param names the columns, as `columnName` gives them */
export function languageOf(names: ReadonlySet<string>): WooHeadings {
  const known = (language: WooHeadings) =>
    Object.values<string | string[]>(language).filter(each => [each].flat().some(name => names.has(columnName(name))))
      .length
  // The first of several: English.
  return Object.values(headings).reduce((best, each) => (known(each) > known(best) ? each : best))
}

/** The headings of a column in every language. */
export function headingsOf(field: keyof WooHeadings): string[] {
  return Object.values(headings).flatMap(language => language[field])
}

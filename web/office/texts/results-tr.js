/** Texts of the results of promotions in Turkish. */

/** @typedef {(...values: string[]) => string} Sentence */

export const resultsTr = {
  title: 'Sonuçlar',
  lead: 'Hangi kampanya, kupon ve kod paketi kaç sipariş ve ne kadar ciro getirdi; cirosu en yüksek olan önce.',
  period: 'Dönem',
  lastDays: /** @type {Sentence} */ (days => `Son ${days} gün`),
  from: 'Şu tarihten itibaren',
  to: 'Şu tarihten önce',
  clock: /** @type {Sentence} */ (zone => `Bütün saatler mağazanın saat dilimindedir (${zone}).`),
  hint: 'Siparişler tamamlandıkları zamana göre sayılır, iptal edilenler sayılmaz. Ciro, siparişlerin ödenecek tutarlarının toplamıdır; iadeler düşülmez. Bir sipariş hem kuponuna hem kampanyalarına sayılır.',
  totals: 'Toplamlar',
  all: { orders: 'Sipariş', turnover: 'Ciro' },
  promoted: { orders: 'Promosyonlu sipariş', turnover: 'Promosyonlu ciro' },
  campaigns: { title: 'Kampanyalar', none: 'Bu dönemdeki siparişlerde kampanya yok.' },
  coupons: { title: 'Kuponlar', none: 'Bu dönemdeki siparişlerde kupon yok.' },
  batches: {
    title: 'Kod paketleri',
    none: 'Bu dönemde bir paketin kodu kullanılmadı. Paketler, kuponla uygulanan bir kampanyanın sayfasında oluşturulur.',
  },
  campaign: 'Kampanya',
  number: 'Numara',
  code: 'Kod',
  description: 'Açıklama',
  batch: 'Paket',
  orders: 'Sipariş',
  turnover: 'Ciro',
  deleted: 'Silinmiş kupon',
  deletedCampaign: /** @type {Sentence} */ (id => `Silinmiş kampanya (${id})`),
  codesOf: 'Kodlarının sonuçları',
  leftOut: /** @type {Sentence} */ (
    count => `Cirosu daha düşük ${count} satır gösterilmiyor. Daha kısa bir dönem seçin.`
  ),
  onlyCampaignNamed: /** @type {Sentence} */ (
    name => `Yalnızca “${name}” kampanyası ve ona bağlı kuponlar gösteriliyor.`
  ),
  onlyCampaign: /** @type {Sentence} */ (id => `Yalnızca ${id} numaralı kampanya ve ona bağlı kuponlar gösteriliyor.`),
  allPromotions: 'Hepsini göster',
  nothing: {
    orders: 'Bu dönemde tamamlanan sipariş yok',
    ordersHint: 'Daha uzun bir dönem seçin.',
    longer: 'Son 365 günü göster',
    promoted: /** @type {Sentence} */ (
      count => `Bu dönemdeki siparişlerin (${count}) hiçbirinde kampanya ya da kupon yok`
    ),
    ofCampaign: 'Bu kampanya bu dönemde sipariş getirmedi',
    promotedHint: 'Kampanyaların geçerli olup olmadığına bakın ya da yenisini oluşturun.',
    campaigns: 'Kampanyaları aç',
  },
  problems: {
    unreadable: 'Tarih okunamadı. Tarihi ve saati yeniden seçin.',
    order: 'Dönemin sonu, başından sonra olmalı.',
    length: 'Bir dönem en fazla 366 gün olabilir.',
  },
}

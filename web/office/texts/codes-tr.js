/** Texts of the codes of a campaign in Turkish. */

/** @typedef {(...values: string[]) => string} Sentence */

export const codesTr = {
  title: 'Kodlar',
  lead: 'Bu kampanya bir kuponla uygulanır. Birlikte oluşturulan kodlar bir pakettir; her kod ayrı bir kupondur.',
  batches: 'Kod paketleri',
  noBatches: 'Henüz kod paketi yok',
  batch: 'Paket',
  count: 'Kod',
  used: 'Kullanılan',
  active: 'Açık',
  actions: 'İşlemler',
  show: 'Göster',
  showOf: /** @type {Sentence} */ (batch => `Kodları göster: ${batch}`),
  csv: 'CSV',
  download: 'CSV olarak indir',
  downloadOf: /** @type {Sentence} */ (batch => `CSV olarak indir: ${batch}`),
  switchOff: 'Kapat',
  switchOffOf: /** @type {Sentence} */ (batch => `Kapat: ${batch}`),
  switchOffTitle: /** @type {Sentence} */ (batch => `${batch} paketinin kodları kapatılsın mı?`),
  switchOffHint: /** @type {Sentence} */ (
    count =>
      `Açık olan ${count} kod bundan sonra hiçbir sepette geçerli olmaz. Verilmiş siparişler değişmez. Bu işlem geri alınamaz: kodlar ancak tek tek yeniden açılabilir.`
  ),
  switchedOff: /** @type {Sentence} */ ((batch, count) => `${batch} paketinin ${count} kodu kapatıldı.`),

  create: 'Kod oluştur',
  make: 'Kodları oluştur',
  busy: /** @type {Sentence} */ (count => `${count} kod oluşturuluyor. Çok kodda birkaç saniye sürebilir.`),
  made: /** @type {Sentence} */ ((count, batch) => `${batch} paketinde ${count} kod oluşturuldu.`),
  /** @type {Record<string, string>} */
  labels: {
    count: 'Kaç kod',
    batch: 'Paketin adı',
    prefix: 'Kodların ön eki',
    length: 'Rastgele karakter sayısı',
    usageLimit: 'Bir kodun kullanım sınırı',
    usageLimitPerCustomer: 'Bir kodda müşteri başına sınır',
    startsAt: 'Kodların başlangıcı',
    endsAt: 'Kodların bitişi',
  },
  /** @type {Record<string, string>} */
  hints: {
    count: 'En fazla 100.000.',
    batch: 'Boşsa tarihli bir ad verilir. Var olan bir ad yazılırsa kodlar o pakete eklenir.',
    prefix: 'Her kodun başına eklenir, örneğin YAZ-. Boş olabilir.',
    length: '6 ile 20 arasında; kısa kodlar daha kolay tahmin edilir.',
    usageLimit: 'Boşsa sınırsız.',
    usageLimitPerCustomer: 'Boşsa sınırsız. Bütün kodlar için sınır, kampanyanın formundadır.',
    startsAt: 'Mağazanın saat diliminde. Boşsa hemen.',
    endsAt: 'Mağazanın saat diliminde. Boşsa süresiz.',
  },
  /** What the form is about to do. */
  will: {
    nothing: 'Kaç kod oluşturulacağını yazın.',
    make: /** @type {Sentence} */ ((count, example) => `${count} kod oluşturulacak, şu biçimde: ${example}.`),
    limited: /** @type {Sentence} */ (limit => `Her kod ${limit} kez kullanılabilir.`),
    unlimited: 'Her kod sınırsız kullanılabilir.',
    perCustomer: /** @type {Sentence} */ (limit => `Bir müşteri aynı kodu en fazla ${limit} kez kullanır.`),
    valid: /** @type {Sentence} */ (period => `Geçerlilik: ${period}.`),
    batch: /** @type {Sentence} */ (batch => `Paket: ${batch}.`),
    ownBatch: 'Pakete tarihli bir ad verilir.',
  },
  /** @type {Record<string, string>} */
  rules: {
    count: '1 ile 100.000 arasında bir tam sayı yazın.',
    batch: 'Paketin adı en fazla 100 karakter olabilir.',
    prefix: 'Başlangıç çok uzun ya da görünmüyor: rastgele karakterlerle birlikte bir kod en fazla 100 karakterdir.',
    length: '6 ile 20 arasında bir tam sayı yazın.',
    usageLimit: 'Bir veya daha büyük bir tam sayı yazın.',
    usageLimitPerCustomer: 'Bir veya daha büyük bir tam sayı yazın.',
    startsAt: 'Bir tarih ve saat seçin.',
    endsAt: 'Bir tarih ve saat seçin.',
    period: 'Bitiş başlangıçtan sonra olmalı.',
  },

  search: 'Kod ara',
  find: 'Kodları bul',
  beginning: 'Kodun başlangıcı',
  use: 'Kullanım',
  /** @type {[value: string, label: string][]} */
  uses: [
    ['', 'Hepsi'],
    ['true', 'Kullanılanlar'],
    ['false', 'Kullanılmayanlar'],
  ],
  noCodes: 'Böyle bir kod yok',
  ofCampaign: 'Bağlı olduğu kampanya',
}

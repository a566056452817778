/** The words that the matcher knows: quantities, fillers, and English names of what the sample shop sells under Turkish names. */

/** Number words of both languages. @type {Readonly<Record<string, number>>} */
export const NUMBERS = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, dozen: 12, another: 1 },
  ...{ bir: 1, iki: 2, üç: 3, dört: 4, beş: 5, altı: 6, yedi: 7, sekiz: 8, dokuz: 9, on: 10 },
}

/** Words between two wishes. */
export const SEPARATORS = words('and plus then ve ile ayrıca')

/** Words before or after the name of what is not wanted any more. */
export const REMOVALS = words('without remove drop olmadan çıkar çıkart kaldır hariç')

/** Words that end a cart, where nothing else is said. */
export const CANCELLATIONS = words('cancel iptal vazgeç vazgeçtim')

/** Units of length: what is sold by them is fabric. */
export const METRES = words('m metre metres meter meters')

/** What fabric is called in the sample shop. */
export const FABRIC = 'kumaş'

/** Words that name nothing: other units, and what is polite. */
export const FILLERS = words(
  'x of the some please piece pieces pcs pair pairs bottle bottles jar jars pack packs box boxes i we you me my us it',
  'want need would like to get buy add order put give more also too for in into cart basket lets let',
  'adet tane parça çift şişe kavanoz paket lütfen ben biz bana bize istiyorum istiyoruz isterim ver verin al alalım',
  'alayım alın ekle ekleyin daha de da sepete sepetime sepet sepeti et olsun gerek lazım için',
)

/**
 * English words and the part of a Turkish name that means the same; the search finds a word inside of longer ones.
 * @type {Readonly<Record<string, string>>}
 */
export const DICTIONARY = {
  ...{ linen: 'keten', cotton: 'pamuk', wool: 'yün', woollen: 'yün', fabric: 'kumaş', cloth: 'kumaş', raw: 'ham' },
  ...{ shirt: 'gömlek', 't-shirt': 'tişört', tee: 'tişört', striped: 'çizgili', sweater: 'kazak', jumper: 'kazak' },
  ...{
    hat: 'şapka',
    straw: 'hasır',
    sock: 'çorap',
    knitted: 'ör',
    towel: 'havlu',
    cushion: 'kırlent',
    pillow: 'kırlent',
  },
  ...{ copper: 'bakır', cezve: 'cezve', casserole: 'tencere', pot: 'tencere', cast: 'döküm', planter: 'saksı' },
  ...{ tea: 'çay', glass: 'barda', mug: 'kupa', cup: 'kupa', ceramic: 'seramik', turkish: 'türk', coffee: 'kahve' },
  ...{
    cutting: 'kesme',
    chopping: 'kesme',
    board: 'tahta',
    olive: 'zeytin',
    oil: 'yağ',
    wooden: 'ahşap',
    wood: 'ağac',
  },
  ...{ wall: 'duvar', clock: 'saat', soap: 'sabun', laurel: 'defne', candle: 'mum', soy: 'soya', notebook: 'defter' },
  ...{ honey: 'bal', jam: 'reçel', cherry: 'vişne', fig: 'incir', dried: 'kuru', soda: 'gazoz', mandarin: 'mandalina' },
  ...{ book: 'kitab', cookbook: 'yemek', story: 'öykü', newspaper: 'gazete', weekly: 'haftalık', blanket: 'battaniye' },
}

/** @param {...string} lines @returns {ReadonlySet<string>} */
function words(...lines) {
  return new Set(lines.join(' ').split(' '))
}

/** Exact decimal numbers: `units` × 10^−`places`, with `units` as a bigint. Only explicit rounding loses digits. */

const PLAIN = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i
/** Maximum length of a text. A 64-bit float in plain digits has at most 342 characters; parsing takes more than linear time. */
const MAX_LENGTH = 1_000
/** Precomputed powers of ten, enough for prices; larger powers are computed. */
const POWERS = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))

function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent)
}

/** An immutable decimal: 12.5 is 125 units with one place, or 1250 with two. Methods are named as in other decimal libraries. */
export class Decimal {
  private readonly units: bigint
  private readonly places: number

  /** @param places number of decimal places of a unit, zero or more */
  constructor(units: bigint, places: number) {
    this.units = units
    this.places = places
  }

  /**
   * Parses a decimal such as `"12.50"`, `"-3"` or `"1e-7"`.
   * @throws SyntaxError for any other text, and for a text of more than 1,000 characters
   */
  static parse(text: string): Decimal {
    if (text.length > MAX_LENGTH) throw new SyntaxError(`Not a decimal: a text of ${text.length} characters`)
    const [, sign, whole, fraction = '', exponent = '0'] = PLAIN.exec(text) ?? []
    if (whole === undefined) throw new SyntaxError(`Not a decimal: ${JSON.stringify(text)}`)
    const [digits, places] = [BigInt(whole + fraction), fraction.length - Number(exponent)]
    const units = sign ? -digits : digits
    return places < 0 ? new Decimal(units * powerOfTen(-places), 0) : new Decimal(units, places)
  }

  plus(other: Decimal): Decimal {
    const places = Math.max(this.places, other.places)
    return new Decimal(this.at(places) + other.at(places), places)
  }

  minus(other: Decimal): Decimal {
    const places = Math.max(this.places, other.places)
    return new Decimal(this.at(places) - other.at(places), places)
  }

  /** @param factor a decimal, or an integer as a number */
  times(factor: Decimal | number): Decimal {
    if (typeof factor === 'number') return new Decimal(this.units * BigInt(factor), this.places)
    return new Decimal(this.units * factor.units, this.places + factor.places)
  }

  /** Rounds to a number of decimal places, half up: a half is rounded away from zero. */
  round(places: number): Decimal {
    if (this.places <= places) return this
    const divisor = powerOfTen(this.places - places)
    const half = this.units < 0n ? -divisor / 2n : divisor / 2n
    return new Decimal((this.units + half) / divisor, places)
  }

  /** Compares for sorting. @returns -1, 0 or 1 */
  cmp(other: Decimal): number {
    const places = Math.max(this.places, other.places)
    const difference = this.at(places) - other.at(places)
    return difference < 0n ? -1 : Number(difference > 0n)
  }

  lt(other: Decimal): boolean {
    return this.cmp(other) < 0
  }

  lte(other: Decimal): boolean {
    return this.cmp(other) <= 0
  }

  gt(other: Decimal): boolean {
    return this.cmp(other) > 0
  }

  gte(other: Decimal): boolean {
    return this.cmp(other) >= 0
  }

  eq(other: Decimal): boolean {
    return this.cmp(other) === 0
  }

  /**
   * Formats in plain notation, without an exponent.
   * @param places number of decimal places, rounded half up; without it, as few as the value needs
   */
  toFixed(places?: number): string {
    if (places === undefined)
      return this.withPlaces(this.places)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    return this.round(places).withPlaces(places)
  }

  toString(): string {
    return this.toFixed()
  }

  /** Returns the nearest number, for values that are not money. */
  toNumber(): number {
    return Number(this.withPlaces(this.places))
  }

  private at(places: number): bigint {
    return places === this.places ? this.units : this.units * powerOfTen(places - this.places)
  }

  private withPlaces(places: number): string {
    const units = this.at(places)
    const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
    const point = digits.length - places
    const fraction = places === 0 ? '' : `.${digits.slice(point)}`
    return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
  }
}

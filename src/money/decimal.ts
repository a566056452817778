/**
 * Exact decimal numbers: `units` × 10^−`places`. Only explicit rounding loses digits. Units are a number while that is a safe integer: most
 * amounts then take no memory besides their object. A result that is not safe is computed again with bigints.
 */

const PLAIN = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i
/** Maximum length of a text. A 64-bit float in plain digits has at most 342 characters; parsing takes more than linear time. */
const MAX_LENGTH = 1_000
/** The most digits with which every integer is safe. */
const SAFE_DIGITS = 15
/** Precomputed powers of ten, enough for prices; larger powers are computed. */
const POWERS = Array.from({ length: 64 }, (_, exponent) =>
  exponent > SAFE_DIGITS ? 10n ** BigInt(exponent) : 10 ** exponent,
)

/** The decimals of amounts with two places, after the point. */
const HUNDREDTHS = Array.from({ length: 100 }, (_, units) => `.${String(units).padStart(2, '0')}`)

/** An integer: a number that is safe, or a bigint of any size. */
export type Integer = number | bigint

function powerOfTen(exponent: number): Integer {
  return POWERS[exponent] ?? 10n ** BigInt(exponent)
}

function add(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return BigInt(a) + BigInt(b)
}

/** A product that is not safe is rounded by the processor, but never into a safe integer. @throws RangeError for a fraction */
function multiply(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && Number.isSafeInteger(b)) {
    const product = a * (b as number)
    if (Number.isSafeInteger(product)) return product
  }
  return BigInt(a) * BigInt(b)
}

/** Divides half up: a half is rounded away from zero. @param b above zero */
function divide(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const rest = a % b
    const whole = (a - rest) / b
    return Math.abs(rest) * 2 < b ? whole : whole + Math.sign(rest)
  }
  const [units, divisor] = [BigInt(a), BigInt(b)]
  return (units + (units < 0n ? -divisor : divisor) / 2n) / divisor
}

function integer(digits: string): Integer {
  return digits.length > SAFE_DIGITS ? BigInt(digits) : Number(digits)
}

/** An immutable decimal: 12.5 is 125 units with one place, or 1250 with two. Methods are named as in other decimal libraries. */
export class Decimal {
  private readonly units: Integer
  private readonly places: number

  /** @param places number of decimal places of a unit, zero or more */
  constructor(units: Integer, places: number) {
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
    const [digits, places] = [integer(whole + fraction), fraction.length - Number(exponent)]
    const units = sign ? -digits : digits
    return places < 0 ? new Decimal(multiply(units, powerOfTen(-places)), 0) : new Decimal(units, places)
  }

  plus(other: Decimal): Decimal {
    const places = Math.max(this.places, other.places)
    return new Decimal(add(this.at(places), other.at(places)), places)
  }

  minus(other: Decimal): Decimal {
    const places = Math.max(this.places, other.places)
    return new Decimal(add(this.at(places), -other.at(places)), places)
  }

  /** @param factor a decimal, or an integer as a number */
  times(factor: Decimal | number): Decimal {
    if (typeof factor === 'number') return new Decimal(multiply(this.units, factor), this.places)
    return new Decimal(multiply(this.units, factor.units), this.places + factor.places)
  }

  /** Rounds to a number of decimal places, half up: a half is rounded away from zero. */
  round(places: number): Decimal {
    if (this.places <= places) return this
    return new Decimal(divide(this.units, powerOfTen(this.places - places)), places)
  }

  /**
   * Divides, and rounds the exact quotient half up: 299.70 divided by 1.2 is 249.75.
   * @param divisor a decimal above zero
   * @param places number of decimal places of the result
   */
  dividedBy(divisor: Decimal, places: number): Decimal {
    const exponent = places + divisor.places - this.places
    const [units, by] = [this.units, divisor.units]
    const quotient =
      exponent >= 0
        ? divide(multiply(units, powerOfTen(exponent)), by)
        : divide(units, multiply(by, powerOfTen(-exponent)))
    return new Decimal(quotient, places)
  }

  /** Compares for sorting. @returns -1, 0 or 1 */
  cmp(other: Decimal): number {
    const places = Math.max(this.places, other.places)
    const [own, others] = [this.at(places), other.at(places)]
    return own < others ? -1 : Number(own > others)
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
    if (places !== undefined) return this.round(places).withPlaces(places)
    const text = this.withPlaces(this.places)
    if (this.places === 0 || !text.endsWith('0')) return text
    return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  }

  toString(): string {
    return this.toFixed()
  }

  /** Returns the nearest number, for values that are not money. */
  toNumber(): number {
    // Of a safe integer and a power of ten that a float has exactly, the quotient is the nearest number.
    if (typeof this.units === 'number' && this.places <= SAFE_DIGITS) return this.units / 10 ** this.places || 0
    return Number(this.withPlaces(this.places))
  }

  /** Returns the sum; 0 of no decimals. */
  static sum(decimals: readonly Decimal[]): Decimal {
    const places = Decimal.commonPlaces(decimals, 0)
    let units: Integer = 0
    for (const each of decimals) units = add(units, each.at(places))
    return new Decimal(units, places)
  }

  /** Returns the smallest number of places with which decimals are integers, `places` at least. */
  static commonPlaces(decimals: readonly Decimal[], places: number): number {
    return decimals.reduce((most, each) => Math.max(most, each.places), places)
  }

  /** Returns the integer of units of 10^−`places`; `places` must be enough. */
  at(places: number): Integer {
    return places === this.places ? this.units : multiply(this.units, powerOfTen(places - this.places))
  }

  private withPlaces(places: number): string {
    const units = this.at(places)
    if (places === 2 && typeof units === 'number' && units >= 0) {
      const hundredths = units % 100
      return `${(units - hundredths) / 100}${HUNDREDTHS[hundredths]}`
    }
    const digits = (units < 0 ? -units : units).toString().padStart(places + 1, '0')
    const point = digits.length - places
    const fraction = places === 0 ? '' : `.${digits.slice(point)}`
    return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`
  }
}

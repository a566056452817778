/** Fractions of integers, and amounts in whole minor units that add up: arithmetic of tests, written apart from the product's decimals. */

/** A fraction. The denominator is above zero. */
export class Fraction {
  readonly over: bigint
  readonly under: bigint

  constructor(over: bigint, under = 1n) {
    this.over = over
    this.under = under
  }

  /** @param text a decimal without an exponent */
  static of(text: string): Fraction {
    const [whole = '0', digits = ''] = text.split('.')
    return new Fraction(BigInt(whole + digits), 10n ** BigInt(digits.length))
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.over * other.over, this.under * other.under)
  }
  through(other: Fraction): Fraction {
    return new Fraction(this.over * other.under, this.under * other.over)
  }
  plus(other: Fraction): Fraction {
    // A sum of many prices keeps the largest denominator.
    if (this.under % other.under === 0n)
      return new Fraction(this.over + other.over * (this.under / other.under), this.under)
    if (other.under % this.under === 0n) return other.plus(this)
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under)
  }
  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.over, other.under))
  }
  isBelow(other: Fraction): boolean {
    return this.over * other.under < other.over * this.under
  }
  /** Rounds half up; none of these amounts is negative. */
  round(): bigint {
    return (2n * this.over + this.under) / (2n * this.under)
  }
  floor(): bigint {
    return this.over / this.under
  }
}

/** @returns the smaller fraction */
export function min(a: Fraction, b: Fraction): Fraction {
  return b.isBelow(a) ? b : a
}

/** @returns the sum of integers */
export function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}

/** Shares over the covered lines first, then over the others. */
export function share(amount: bigint, left: readonly bigint[], isCovered: readonly boolean[]): bigint[] {
  const covered = left.map((each, index) => (isCovered[index] ? each : 0n))
  const within = smaller(amount, total(covered))
  const others = left.map((each, index) => (isCovered[index] ? 0n : each))
  const [inside, outside] = [inProportion(within, covered), inProportion(amount - within, others)]
  return inside.map((each, index) => each + (outside[index] ?? 0n))
}

function inProportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = total(weights)
  if (amount === 0n || all === 0n) return weights.map(() => 0n)
  return settle(
    weights.map(weight => new Fraction(amount * weight, all)),
    amount,
  )
}

/** Rounds down, and raises the largest remainders until the sum is right. */
export function settle(values: readonly Fraction[], sum: bigint): bigint[] {
  const whole = values.map(value => value.floor())
  for (let missing = sum - total(whole); missing > 0n; missing--) {
    const rest = (index: number) => (values[index] as Fraction).minus(new Fraction(whole[index] ?? 0n))
    let largest = 0
    for (const index of whole.keys()) if (rest(largest).isBelow(rest(index))) largest = index
    whole[largest] = (whole[largest] ?? 0n) + 1n
  }
  return whole
}

/** @returns the smaller integer */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** How the values of options are read. Each reader throws an error that says what the value must be. */

import { InvalidArgumentError } from 'commander'

export function port(value: string): string {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidArgumentError('It must be a port from 0 to 65535.')
  return value
}

export function workerCount(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 to 999.')
  return Number(value)
}

export function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return Number(value)
}

export function percentage(value: string): string {
  if (!/^\d{1,2}(\.\d{1,4})?$|^100$/.test(value)) throw new InvalidArgumentError('It must be a percentage such as 20.')
  return value
}

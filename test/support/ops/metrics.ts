/** Reads the metrics of a service. */

import type { TestService } from '../service/service.ts'

/**
 * @param series name and labels as in the text format
 * @returns the value of the sample; undefined when there is none
 */
export async function sample(service: TestService, series: string): Promise<number | undefined> {
  return (await samples(service))(series)
}

/** Reads all samples at once. @returns a function from series to value */
export async function samples(service: TestService): Promise<(series: string) => number | undefined> {
  const { text } = await service.call('GET', '/metrics')
  const lines = text.split('\n')
  return series => {
    const line = lines.find(each => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }
}

/** Reads the metrics of a service as Prometheus does. */

import type { TestService } from './service.ts'

/** The value of a sample by its name and labels as they are written; undefined where there is none. */
export async function sample(service: TestService, series: string): Promise<number | undefined> {
  const { text } = await service.call('GET', '/metrics')
  const line = text.split('\n').find(each => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

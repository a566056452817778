/** Reads the metrics of a service as Prometheus does. */

import type { TestService } from '../service/service.ts'

/** The value of a sample by its name and labels as they are written; undefined where there is none. */
export async function sample(service: TestService, series: string): Promise<number | undefined> {
  return (await samples(service))(series)
}

/** Samples of one moment. */
export async function samples(service: TestService): Promise<(series: string) => number | undefined> {
  const { text } = await service.call('GET', '/metrics')
  const lines = text.split('\n')
  return series => {
    const line = lines.find(each => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }
}

/** What a faulty disk of the database is called in responses, logs and readiness. */

import { type DiskFault, type DiskFaults, diskFaultOf } from '../../db/disk-fault.ts'

/** The detail of a response, and the message of the log. */
const texts: Record<DiskFault, { detail: string; message: string }> = {
  full: {
    detail: 'The disk of the database is full. Nothing was written.',
    message: 'the disk of the database is full',
  },
  'temporary-full': {
    detail: 'The disk of the folder of temporary files is full. Nothing was written.',
    message: 'the disk of the folder of temporary files is full',
  },
  'read-only': {
    detail: 'The database is read-only. Nothing was written.',
    message: 'the files of the database are read-only',
  },
  failing: { detail: 'The disk of the database fails.', message: 'the disk of the database fails' },
  damaged: { detail: 'The database is damaged.', message: 'the files of the database are damaged' },
}

/** Returns the texts of an error that the disk has caused; undefined for any other. */
export function diskTextsOf(error: unknown): (typeof texts)[DiskFault] | undefined {
  const fault = diskFaultOf(error)
  return fault && texts[fault]
}

/** Time for which readiness names a fault. */
const NAMED_MS = 60_000

/** Returns the detail of a fault of the last minute. */
export function latestDetailOf(faults: DiskFaults): string | undefined {
  const fault = faults.within(NAMED_MS)
  return fault && texts[fault].detail
}

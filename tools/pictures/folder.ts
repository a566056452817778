/** Where pictures are kept, and what every picture is taken of. */

import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { TestService } from '../../test/support/service/service.ts'
import { ROOT } from '../npm.ts'

/** The folder of the pictures. */
export const PICTURES = join(ROOT, 'docs/pictures')

/** What a picture is taken of, and in which colours. */
export interface Scene {
  browser: Browser
  service: TestService
  colorScheme: 'light' | 'dark'
}

/** Generators of clients: how each is started, and the files beside what it writes. */

import * as adapters from './adapters.ts'
import { factSchemas } from './type-facts.ts'

/** A program that writes a client from an OpenAPI document. */
export interface Generator {
  /** Its package. */
  name: string
  /** The program, below `node_modules`. */
  program: string
  /** Arguments that make it read `openapi.json` and write below its working folder. */
  args: readonly string[]
  /** Files that it reads, by name. @param url the URL of the server */
  settings: (url: string) => Readonly<Record<string, string>>
  /** What a generated file begins with where the compiler shall not judge it; it is removed. */
  unjudged?: { file: string; mark: string }
  /** Output that is no warning. */
  usual: RegExp
  /** Text of `adapter.ts`. */
  adapter: string
  /** Text of `schemas.ts`, which exports the schemas that the facts name. */
  schemas: string
}

const names = factSchemas.join(', ')
const none = () => ({})

/** The generators. */
export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    program: 'openapi-typescript/bin/cli.js',
    args: ['openapi.json', '-o', 'schema.d.ts'],
    settings: none,
    usual: /^(✨ openapi-typescript|🚀 openapi\.json → )/,
    adapter: adapters.openapiTypescript,
    schemas: [
      `import type { components } from './schema.d.ts'`,
      ...factSchemas.map(name => `export type ${name} = components['schemas']['${name}']`),
      '',
    ].join('\n'),
  },
  {
    name: '@hey-api/openapi-ts',
    program: '@hey-api/openapi-ts/bin/run.js',
    args: ['-i', 'openapi.json', '-o', 'api', '-c', '@hey-api/client-fetch', '--no-log-file'],
    settings: none,
    usual: /^(@hey-api\/openapi-ts v|\[Job 1\] (~ Generating| {2}\[1\] openapi\.json$|✓ ))/,
    adapter: adapters.heyApi,
    schemas: `export type { ${names} } from './api/types.gen'\n`,
  },
  {
    name: 'orval',
    program: 'orval/dist/bin/orval.mjs',
    args: ['--config', 'orval.config.mjs', '--fail-on-warnings'],
    settings: url => ({
      'orval.config.mjs': `export default {
  sepet: {
    input: 'openapi.json',
    output: { target: 'api.ts', client: 'fetch', baseUrl: '${url}', override: { splitByContentType: true } },
  },
}
`,
    }),
    usual: /^(🍻 orval v|sepet - 🎉 )/,
    adapter: adapters.orval,
    schemas: `export type { ${names} } from './api'\n`,
  },
  {
    name: 'swagger-typescript-api',
    program: 'swagger-typescript-api/dist/cli.mjs',
    args: ['generate', '-p', 'openapi.json', '-o', '.', '-n', 'api.ts'],
    settings: none,
    unjudged: { file: 'api.ts', mark: '// @ts-nocheck\n' },
    usual: /^(ℹ |✔ api file "api\.ts" created)/,
    adapter: adapters.swaggerTypescriptApi,
    schemas: `export type { ${names} } from './api'\n`,
  },
]

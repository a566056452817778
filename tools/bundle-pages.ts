/**
 * Bundles the pages of `web/` for the package: for each set a script, a sheet and a document that names them. The name of a file contains a hash,
 * so that caches keep it; beside each is a copy in Brotli and one in gzip, which the server sends as they are.
 */

import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { ROOT } from './npm.ts'

const WEB = join(ROOT, 'web')
const SETS = ['office', 'playground']
const LINKS = /^ *<(?:link|script)\b[^>]*\b(?:href|src)="(\/ui\/[^"]+)".*\n/gm

/** Bundles every set of pages into a folder. */
export async function bundlePages(target: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: [
      ...SETS.map(name => ({ in: `pages:${name}`, out: `${name}/main` })),
      { in: join(WEB, 'ui/styles/basket.svg'), out: 'ui/styles/basket' },
    ],
    absWorkingDir: ROOT,
    ...{ bundle: true, minify: true, metafile: true, format: 'esm', target: 'es2024', outdir: target },
    ...{ entryNames: '[dir]/[name]-[hash]', assetNames: 'ui/[name]-[hash]', publicPath: '/ui/' },
    ...{ loader: { '.svg': 'copy' }, plugins: [paths], legalComments: 'inline', logLevel: 'warning' },
  })
  const bundles = new Map(
    Object.keys(metafile.outputs).map(path => {
      const url = `/ui/${relative(target, join(ROOT, path))}`
      return [url.replace(/-[A-Z\d]{8}(?=\.\w+$)/, ''), url]
    }),
  )
  for (const name of SETS) writeFileSync(join(target, `${name}.html`), withBundles(name, bundles))
  cpSync(join(WEB, 'reference'), join(target, 'reference'), { recursive: true })
  for (const file of globSync(`${target}/**/*.{js,css,svg}`)) compress(file)
}

const documentOf = (name: string) => readFileSync(join(WEB, `${name}.html`), 'utf8')

/** Resolves the paths of documents and sheets, and the ES modules of packages; a set imports what its document links. */
const paths: Plugin = {
  name: 'paths of the server',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^pages:/ }, ({ path }) => ({ path: path.slice('pages:'.length), namespace: 'pages' }))
    onLoad({ filter: /./, namespace: 'pages' }, ({ path }) => {
      const links = [...documentOf(path).matchAll(LINKS)]
        .map(([, link = '']) => link)
        .filter(link => !link.endsWith('.svg'))
      return { contents: links.map(link => `import '${link}'`).join('\n'), resolveDir: WEB }
    })
    onResolve({ filter: /^\/ui\/vendor\// }, ({ path }) =>
      resolve(path.replace(/.*\/([\w-]+)\.mjs$/, '$1'), { resolveDir: ROOT, kind: 'import-statement' }),
    )
    onResolve({ filter: /^\/ui\// }, ({ path }) => ({ path: join(WEB, path.slice('/ui/'.length)) }))
  },
}

/** The document of a set with one script and one sheet in place of those that it was written with. @param bundles by their name without its hash */
function withBundles(name: string, bundles: Map<string, string>): string {
  let sheets = 0
  return documentOf(name).replace(LINKS, (link, path: string) => {
    const isSheet = path.endsWith('.css')
    if (isSheet && ++sheets > 1) return ''
    const bundle = bundles.get(isSheet ? `/ui/${name}/main.css` : path)
    if (bundle === undefined) throw new Error(`${name}.html links ${path}, which no bundle has.`)
    return link.replace(path, bundle)
  })
}

function compress(file: string): void {
  const text = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
}

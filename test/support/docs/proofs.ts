/** The tests that prove a defence: each has the comment `// Proves: <name>, <name>` above it. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../tools/npm.ts'

/** A test, by its file and title, and the names of the defences that it proves. */
export interface Proof {
  file: string
  title: string
  names: string[]
}

const MARK = /^ *\/\/ Proves: (.+)\n *(?:it|test|describe)(?:\.\w+)?\((['"`])(.+?)\2/gm

/** @returns the marked tests, by file and place. @throws Error when a mark is above anything but a test with a literal title */
export function findProofs(): Proof[] {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: ROOT }).sort()
  return files.flatMap(file => proofsIn(file, readFileSync(join(ROOT, file), 'utf8')))
}

/** @returns the marked tests of a file's text. @throws Error when a mark is above anything but a test with a literal title */
export function proofsIn(file: string, text: string): Proof[] {
  const proofs = [...text.matchAll(MARK)].map(([, names = '', , title = '']) => ({
    file,
    title,
    names: names.split(', '),
  }))
  if (proofs.length !== text.match(/^ *\/\/ Proves:/gm)?.length && /^ *\/\/ Proves:/m.test(text)) {
    throw new Error(`${file} has a comment "Proves:" that is not directly above a test.`)
  }
  return proofs
}

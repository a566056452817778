/** The container image of a release, where this machine has a program that builds it. */

import { run, tryRun } from './run.ts'

/** Programs that build from a Dockerfile, each with a command that succeeds where it is able to. */
const BUILDERS = [
  { name: 'docker', probe: ['version'] },
  { name: 'podman', probe: ['info'] },
  { name: 'buildah', probe: ['info'] },
]

/** A search for a builder. */
export interface FoundBuilder {
  /** Undefined when there is none. */
  name: string | undefined
  /** Why the others before it cannot build, such as `docker (its daemon does not answer)`. */
  refused: string[]
}

/** Finds a program that can build an image. */
export function findBuilder(): FoundBuilder {
  const refused: string[] = []
  for (const { name, probe } of BUILDERS) {
    const reason = reasonAgainst(name, probe)
    if (reason === undefined) return { name, refused }
    refused.push(`${name} (${reason})`)
  }
  return { name: undefined, refused }
}

function reasonAgainst(name: string, probe: readonly string[]): string | undefined {
  if (tryRun('.', name, '--version').status !== 0) return 'not on the path'
  if (tryRun('.', name, ...probe).status === 0) return undefined
  return name === 'docker' ? 'its daemon does not answer' : `${name} ${probe.join(' ')} fails`
}

/** Builds the image of a clone. @returns its tag on this machine @throws ReleaseError when it cannot be built */
export function buildImage(clone: string, builder: string, version: string): string {
  const tag = `sepet:${version}`
  run(clone, builder, 'build', '--tag', tag, '.')
  return tag
}

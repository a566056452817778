/** Reads deploy/kubernetes/ as `kubectl apply -k` does, and checks manifests against the types of the Kubernetes API. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { CronJob, Job } from 'kubernetes-types/batch/v1.js'
import type { ConfigMap, PodTemplateSpec, Service } from 'kubernetes-types/core/v1.js'
import type { Ingress } from 'kubernetes-types/networking/v1.js'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js'
import { parse } from 'yaml'
import { compilerErrors } from '../docs/type-check.ts'

/** The folder of the manifests. */
export const FOLDER = join(import.meta.dirname, '../../../deploy/kubernetes')

/** The manifests of deploy/kubernetes/ by their kind, of which the office has a second Ingress. */
export interface Manifests {
  ConfigMap: ConfigMap
  Deployment: Deployment
  Service: Service
  Ingress: Ingress
  OfficeIngress: Ingress
  PodDisruptionBudget: PodDisruptionBudget
  Job: Job
  CronJob: CronJob
}

/** A manifest of any kind. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata?: { name?: string }
}

/** The parts of kustomization.yaml that tests read. */
export interface Kustomization {
  namespace: string
  resources: string[]
  images: { name: string; newName: string; newTag: string }[]
}

/** Reads kustomization.yaml. */
export const readKustomization = (): Kustomization => parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'))

/** Reads the files that kustomization.yaml lists, each of which has one manifest. */
export function readManifests(): Manifests {
  const all = readKustomization().resources.map((file): Manifest => parse(readFileSync(join(FOLDER, file), 'utf8')))
  return Object.fromEntries(all.map(manifest => [nameOf(manifest), manifest])) as unknown as Manifests
}

const nameOf = ({ kind, metadata }: Manifest) => (metadata?.name === 'sepet-office' ? `Office${kind}` : kind)

/** @returns the pods of a Deployment, Job and CronJob, by kind */
export function podsOf({ Deployment, Job, CronJob }: Manifests): Record<string, PodTemplateSpec | undefined> {
  return {
    Deployment: Deployment.spec?.template,
    Job: Job.spec?.template,
    CronJob: CronJob.spec?.jobTemplate.spec?.template,
  }
}

/**
 * Compiles manifests as constants of their types, which Kubernetes' OpenAPI description generates. The compiler reports
 * unknown and missing fields, and values of another type.
 * @returns the output of the compiler; empty when there are no errors
 */
export function errorsOfManifests(manifests: Manifest[]): Promise<string> {
  const files = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest
    const group = apiVersion.replace('.k8s.io/', '/')
    const module = group.includes('/') ? group : `core/${group}`
    const lines = [
      `import type { ${kind} } from 'kubernetes-types/${module}'`,
      `export const manifest: ${kind} = ${JSON.stringify(manifest)}`,
    ]
    return [`${index}-${kind}.ts`, lines.join('\n')]
  })
  return compilerErrors(Object.fromEntries(files))
}

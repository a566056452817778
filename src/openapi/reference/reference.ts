/** The reference: the API description by subject, and whether its operations can be tried. */

import { subjectAddress } from './addresses.ts'
import { type Api, type Endpoint, endpointsOf } from './api.ts'

/** A subject: a tag of the API description with its operations. */
export interface Subject {
  name: string
  description: string
  address: string
  endpoints: Endpoint[]
}

/** `try` where the playground exists: the pages can send requests; otherwise `read`. */
export type Mode = 'read' | 'try'

/** The reference of a service. */
export interface Reference {
  api: Api
  subjects: Subject[]
  mode: Mode
}

/** Reads the reference from an API description. */
export function readReference(api: Api, mode: Mode): Reference {
  const subjects = api.tags.map(({ name, description }) => ({
    name,
    description,
    address: subjectAddress(name),
    endpoints: endpointsOf(api, name),
  }))
  return { api, subjects, mode }
}

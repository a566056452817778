/** The texts of the pages by language. */

import { type Language, preferredLanguage } from '../language.ts'
import { en } from './en.ts'
import { type Texts, tr } from './tr.ts'

/** A title with paragraphs below it. */
export type MessageTexts = { title: string; paragraphs: string[] }

/** All texts. */
export const textsIn: Record<Language, Texts> = { tr, en }

/** The texts in the language that an `Accept-Language` header asks for. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  return textsIn[preferredLanguage(acceptLanguage)]
}

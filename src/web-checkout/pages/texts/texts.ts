/** The page texts by language. */

import { type Language, preferredLanguage } from '../language.ts'
import { en } from './en.ts'
import { type Texts, tr } from './tr.ts'

/** The texts of a message: a title and its paragraphs. */
export type MessageTexts = { title: string; paragraphs: string[] }

/** The texts of every language. */
export const textsIn: Record<Language, Texts> = { tr, en }

/** Returns the texts in the language that an `Accept-Language` header prefers. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  return textsIn[preferredLanguage(acceptLanguage)]
}

import type { Language } from './languages.ts'

/** English is the measure: a key that another language lacks, or that nobody wrote, does not compile. */
type Books = {
  /** What every page may say: it is open from the start. */
  site: typeof import('./en/site.json')
  auth: typeof import('./en/auth.json')
  landing: typeof import('./en/landing.json')
  pricing: typeof import('./en/pricing.json')
  extension: typeof import('./en/extension.json')
  legal: typeof import('./en/legal.json')
  dashboard: typeof import('./en/dashboard.json')
  github: typeof import('./en/github.json')
  projects: typeof import('./en/projects.json')
  project: typeof import('./en/project.json')
  settings: typeof import('./en/settings.json')
  admin: typeof import('./en/admin.json')
  workshop: typeof import('./en/workshop.json')
}

export type Book = keyof Books

export type Messages = Together<Books[Book]>

type Together<Union> = (Union extends unknown ? (book: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Each book in each language is a chunk of its own: nobody downloads words that no screen of his says. */
export async function loadBook(language: Language, book: Book): Promise<Partial<Messages>> {
  return ((await import(`./${language}/${book}.json`)) as { default: Partial<Messages> }).default
}

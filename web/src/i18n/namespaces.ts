import type { Language } from '@app/contract/languages'
import type { PanelWords } from '@app/sync-panels/words'

/** English defines the keys: a key that no English file has does not compile, and a test compares the other languages. */
type Namespaces = {
  /** Texts that every page may show; loaded from the start. */
  site: typeof import('./en/site.json')
  auth: typeof import('./en/auth.json')
  landing: typeof import('./en/landing.json')
  pricing: typeof import('./en/pricing.json')
  billing: typeof import('./en/billing.json')
  extension: typeof import('./en/extension.json')
  legal: typeof import('./en/legal.json')
  docs: typeof import('./en/docs.json')
  dashboard: typeof import('./en/dashboard.json')
  github: typeof import('./en/github.json')
  githubPages: typeof import('./en/githubPages.json')
  /** Loaded when there is a failed push to tell of. */
  pushFailure: typeof import('./en/pushFailure.json')
  projects: typeof import('./en/projects.json')
  project: typeof import('./en/project.json')
  settings: typeof import('./en/settings.json')
  admin: typeof import('./en/admin.json')
  figures: typeof import('./en/figures.json')
  adminOperations: typeof import('./en/adminOperations.json')
  gallery: typeof import('./en/gallery.json')
  simulator: typeof import('./en/simulator.json')
  /** Texts of the panels that the extension shows too. */
  panels: PanelWords
}

export type Namespace = keyof Namespaces

export type Messages = Intersection<Namespaces[Namespace]>

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Each namespace in each language is a chunk of its own, so a page downloads only the texts of its screen. */
export async function loadNamespace(
  language: Language,
  namespace: Namespace,
): Promise<Partial<Messages>> {
  if (namespace === 'panels') {
    const { loadPanelWords } = await import('./panel-words.ts')
    return loadPanelWords(language)
  }
  const file = (await import(`./${language}/${namespace}.json`)) as { default: Partial<Messages> }
  return file.default
}

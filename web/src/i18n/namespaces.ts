import type { Language } from '@app/contract/languages'
import type { PanelWords } from '@app/sync-panels/words'

/** English defines the keys: others do not compile, and a test compares the other languages. */
type Namespaces = {
  /** Texts that every page may show, loaded from the start. */
  site: typeof import('./en/site.json')
  /** The command menu and the list of shortcuts. */
  commands: typeof import('./en/commands.json')
  auth: typeof import('./en/auth.json')
  landing: typeof import('./en/landing.json')
  pricing: typeof import('./en/pricing.json')
  billing: typeof import('./en/billing.json')
  extension: typeof import('./en/extension.json')
  /** The steps to a first commit. */
  firstSteps: typeof import('./en/firstSteps.json')
  legal: typeof import('./en/legal.json')
  docs: typeof import('./en/docs.json')
  dashboard: typeof import('./en/dashboard.json')
  github: typeof import('./en/github.json')
  /** The connection's tab of the settings. */
  githubSettings: typeof import('./en/githubSettings.json')
  githubPages: typeof import('./en/githubPages.json')
  /** Loaded when a failed push is shown. */
  pushFailure: typeof import('./en/pushFailure.json')
  projects: typeof import('./en/projects.json')
  project: typeof import('./en/project.json')
  settings: typeof import('./en/settings.json')
  /** The consent page and the card of the settings. */
  connectedApps: typeof import('./en/connectedApps.json')
  /** Errors of passkeys and security keys, loaded when one occurs. */
  passkeys: typeof import('./en/passkeys.json')
  admin: typeof import('./en/admin.json')
  figures: typeof import('./en/figures.json')
  adminOperations: typeof import('./en/adminOperations.json')
  adminOAuth: typeof import('./en/adminOAuth.json')
  adminSso: typeof import('./en/adminSso.json')
  gallery: typeof import('./en/gallery.json')
  /** What the extension answers; for developers. */
  extensionState: typeof import('./en/extensionState.json')
  simulator: typeof import('./en/simulator.json')
  /** Texts of the panels, which the extension shows too. */
  panels: PanelWords
}

export type Namespace = keyof Namespaces

export type Messages = Intersection<Namespaces[Namespace]>

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Each namespace in each language is a separate chunk, so a page downloads only its own texts. */
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

import type { OwnSession } from '@app/backend-client/backend'
import type { BuilderHints } from '@app/contract/builder-hints'
import type { TemporaryClone } from '@app/contract/private-import-replies'
import type { Base } from '@app/sync/comparison'
import type { Target } from '@app/sync/target'
import type { OnboardingStep } from './onboarding.ts'

/** A project of the builder that this browser knows. */
export type KnownProject = {
  id: string
  name: string
  target: Target | null
  /** Counts captures whose files differ from the one before. */
  version: number
  /** The last activity in its page, in milliseconds since 1970. */
  changedAt: number
  /** The row on the server, once it has one. */
  rowId: string | null
  /** The last time the user linked it, in milliseconds since 1970. */
  linkedAt: number
  /** The link was made here, and the server does not know it yet. */
  isUnsent: boolean
  /** It was linked by an import, which the user has not confirmed yet. */
  isImported: boolean
  /** Proposed for every push; empty: the push names its files. */
  message: string
  /** What stays in the builder, a line each, spelled as in `.gitignore`. */
  leaveOut: string[]
}

export type Settings = {
  /** Which token is sent to GitHub. */
  way: 'app' | 'token'
  /** The personal token is deleted when the browser closes. */
  forgetsToken: boolean
  language: 'browser' | 'en' | 'es'
  theme: 'system' | 'light' | 'dark'
}

/** The account has a second factor, and the site's session was opened without it. */
export type SignInTrouble = 'second_factor'

export type PersonalToken = {
  token: string
  login: string
  /** Scopes that some features need. */
  lacks?: readonly string[]
}

export type GithubToken = { userId: string; login: string; token: string; expiresAt: number }

/** The repository that the builder imports, read from the page's URL. */
type Importing = { owner: string; name: string; branch: string | null }

/** What a tab of the builder shows. */
export type BuilderTab = {
  project: string | null
  name: string
  importing: Importing | null
  /** The branch's head when its import began; null until GitHub answered. */
  importedFrom: ImportedFrom | null
}

export type ImportedFrom = { target: Target; commit: string }

/** A temporary copy that this browser makes with a personal token, and deletes. */
export type OwnCopy = TemporaryClone & {
  /** GitHub's number for it, once it exists. */
  repositoryId: number | null
  /** What was copied. */
  commit: string | null
  isAccepted: boolean
  /** Deletions that failed in a row. */
  tries: number
  /** When the next one is due; null: none has failed. */
  tryAgainAt: number | null
}

/** Kept when the browser closes. */
type Local = {
  session: OwnSession | null
  /** After "Sign out" a session is picked up only on request. */
  isSignedOutHere: boolean
  settings: Settings
  personalToken: PersonalToken | null
  projects: Record<string, KnownProject>
  /** Whose list `projects` is; null before the first answer. */
  listOwner: string | null
  /** Projects taken off the list here, until the server knows it. */
  unlinked: string[]
  copies: Record<string, OwnCopy>
  /** Why the site's session could not be used; null: there is no obstacle. */
  signInTrouble: SignInTrouble | null
  /** The bases of users without an account: what project and branch had in common. */
  bases: Record<string, NonNullable<Base>>
  notSecrets: Record<string, string[]>
  automatic: string
  installed: { at: number; version: string } | null
  /** The version whose news the user has not seen. */
  news: string | null
  steps: OnboardingStep[]
  pushes: { done: number; failed: number; lastAt: number | null }
  log: string[]
  /** Our site's hints about the builder's page, and when they were loaded. */
  hints: { said: BuilderHints; at: number } | null
}

/** Deleted when the browser closes. */
type Session = {
  personalToken: PersonalToken | null
  githubToken: GithubToken | null
  limits: string | null
  plan: { isPro: boolean; at: number } | null
  tabs: Record<number, BuilderTab>
  /** Projects whose pushes wait for the network. */
  waiting: string[]
}

const LOCAL: Local = {
  session: null,
  isSignedOutHere: false,
  settings: { way: 'app', forgetsToken: false, language: 'browser', theme: 'system' },
  personalToken: null,
  projects: {},
  listOwner: null,
  unlinked: [],
  copies: {},
  signInTrouble: null,
  bases: {},
  notSecrets: {},
  automatic: '{}',
  installed: null,
  news: null,
  steps: [],
  pushes: { done: 0, failed: 0, lastAt: null },
  log: [],
  hints: null,
}

const SESSION: Session = {
  personalToken: null,
  githubToken: null,
  limits: null,
  plan: null,
  tabs: {},
  waiting: [],
}

function area<Values extends object>(storage: () => chrome.storage.StorageArea, first: Values) {
  return {
    async read<Key extends keyof Values & string>(key: Key): Promise<Values[Key]> {
      const found = (await storage().get(key)) as Partial<Values>
      return found[key] ?? first[key]
    },
    async write<Key extends keyof Values & string>(key: Key, value: Values[Key]): Promise<void> {
      await storage().set({ [key]: value })
    },
    /** Changes are serialised, so that none overwrites another. */
    change<Key extends keyof Values & string>(
      key: Key,
      make: (value: Values[Key]) => Values[Key],
    ): Promise<Values[Key]> {
      return navigator.locks.request(`change-${key}`, async () => {
        const next = make(await this.read(key))
        await this.write(key, next)
        return next
      })
    },
    clear: () => storage().clear(),
  }
}

export const local = area(() => chrome.storage.local, LOCAL)
export const session = area(() => chrome.storage.session, SESSION)

/** Content scripts have no access to this storage. */
export async function keepFromPages(): Promise<void> {
  const accessLevel = 'TRUSTED_CONTEXTS'
  await chrome.storage.local.setAccessLevel?.({ accessLevel })
  await chrome.storage.session.setAccessLevel?.({ accessLevel })
}

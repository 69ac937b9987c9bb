import type { RecordPullBody } from '@app/contract/record-pull'
import type { RecordPushBody } from '@app/contract/record-push'
import type { Base } from '@app/sync/comparison'
import type { Host } from '@app/sync/host'
import type { PulledChange } from '@app/sync/pull'
import type { FileSet, SourceFile } from '@app/sync/read-files'
import type { SyncErrorCode } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import type { TokenKind } from '@app/sync/token-kind'
import { createContext, type ReactNode, use } from 'react'
import type { PushService } from '#service/push-state.ts'

/** All that panels know of the place that shows them: the simulator's page, or the extension. */
export type Surroundings = {
  /** GitHub through the member's connection. Without one, calls end as `not_connected`. */
  host: Host
  /** The connected account; null if there is none. */
  account: { login: string; token: TokenKind } | null
  project: Project
  /** Compares and pushes the project, here or in another place. */
  pushing: PushService
  /** What the project and a branch had in common last, on any computer. */
  bases: {
    read: (target: Target) => Promise<Base>
    write: (target: Target, base: NonNullable<Base>) => Promise<void>
  }
  /** Fingerprints of findings that a user marked as no secret, for this project. */
  notSecrets: {
    read: () => Promise<string[]>
    add: (fingerprint: string) => Promise<void>
    remove: (fingerprints: readonly string[]) => Promise<void>
  }
  /** Tells the server of a push that ended, well or not. */
  recordPush: (push: RecordedPush) => Promise<void>
  /** Tells the server of changes that came from GitHub into the project. */
  recordPull: (pull: RecordedPull) => Promise<void>
  plan: Plan
  /** Where to repair what stands in the way. Opened in a tab of its own, so that nothing here is lost. */
  ways: Ways
  siteName: string
  /** The addresses of GitHub's pages and of bolt.new, without a slash at the end. */
  githubUrl: string
  builderUrl: string
}

export type Project = {
  id: string
  name: string
  /** Another number after each change of a file. */
  version: number
  /** The repository and branch it was pushed to or imported from last. */
  target: Target | null
  link: (target: Target) => Promise<void>
  /** Proposed for every commit; without it the push names its files. */
  message?: string
  /** What never goes to GitHub, a line each, spelled as in `.gitignore`. */
  leaveOut?: readonly string[]
  /** Yields to the page while it works. Says the version where reading the files is what makes a new one. */
  readFiles: (watching?: ReadWatching) => Promise<FileSet & { version?: number }>
  /** How changes come from GitHub; null: they cannot. */
  intake: Intake | null
}

/** A place writes into its project, or offers all files for the member to import. */
export type Intake =
  | {
      kind: 'write'
      /** All changes or none. Throws `contents_missing` where the project has changed since. */
      writeProject: (changes: readonly PulledChange[]) => Promise<void>
    }
  | {
      kind: 'zip'
      offerZip: (name: string, files: SourceFile[]) => Promise<void>
      /** The member says that the project has these files now. */
      onImported: (files: SourceFile[]) => void
    }

export type ReadWatching = {
  signal?: AbortSignal
  onProgress?: (done: number, all: number) => void
}

export type RecordedPush = {
  target: Target
  message: string
  /** Null for a push that failed. */
  commit: string | null
  /** Where the branch was before, if that is known. */
  before?: string | null
  counts: { added: number; changed: number; deleted: number }
  errorCode?: SyncErrorCode
}

/** A push as `record-push` takes it. */
export const recordPushBody = (
  project: { boltProjectId: string | null; name: string },
  { target, message, commit, before, counts, errorCode }: RecordedPush,
): RecordPushBody => ({
  boltProjectId: project.boltProjectId,
  // By characters, so that none is cut in two.
  projectName: [...project.name].slice(0, 200).join(''),
  ...target,
  message,
  commitSha: commit,
  before: before ?? null,
  added: counts.added,
  modified: counts.changed,
  deleted: counts.deleted,
  succeeded: commit !== null,
  errorCode: errorCode ?? null,
})

export type RecordedPull = Pick<RecordedPush, 'target' | 'counts'> & { commit: string }

/** Changes from GitHub as `record-pull` takes them. */
export const recordPullBody = (
  boltProjectId: string | null,
  { target, commit, counts }: RecordedPull,
): RecordPullBody => ({
  boltProjectId,
  ...target,
  commitSha: commit,
  added: counts.added,
  modified: counts.changed,
  deleted: counts.deleted,
})

export type Plan = {
  /** What was answered last; null before the first answer. */
  isPro: boolean | null
  /** For the moment of use: asks the server, unless it has answered within five minutes. */
  ask: () => Promise<boolean>
  /** Asks the server in any case. */
  checkAgain: () => Promise<boolean>
}

export type Ways = {
  connect: string
  /** Where an owner decides what the app, or a personal token, may see and do in their account. */
  access: (owner: string) => string
  plans: string
}

const SurroundingsContext = createContext<Surroundings | null>(null)

export function SurroundingsProvider(props: { value: Surroundings; children: ReactNode }) {
  return <SurroundingsContext value={props.value}>{props.children}</SurroundingsContext>
}

export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext)

  if (!surroundings) throw new Error('a panel needs a SurroundingsProvider above it')
  return surroundings
}

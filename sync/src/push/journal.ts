import type { Comparison } from '#compare/comparison.ts'
import type { Choices } from './choices.ts'

/** The step that a push is about to do, or has just done. */
export type JournalStep =
  | 'begun'
  | 'creating'
  | 'created'
  | 'starting_empty'
  | 'started_empty'
  | 'uploading'
  | 'tree'
  | 'commit'
  | 'ref'
  | 'settling'

/** All data that a push needs to continue after a crash. It is plain data without secrets. */
export type Journal = {
  version: 1
  step: JournalStep
  /** The time of writing, in milliseconds since 1970. */
  at: number
  comparison: Comparison
  choices: Choices
  message: string
  /** Uploaded blobs that no tree contains yet. */
  known: string[]
  /** When the repository was first requested; null before that. */
  creatingSince: number | null
  /** The first commit of an empty repository. */
  firstCommit: { commit: string; tree: string } | null
  /** Author and time of a commit in a pack, so that rebuilding gives the same SHA. */
  signature: string | null
  /** Commits of this push that may be on the branch. */
  commits: string[]
}

/** Awaited before each step with an effect, so that the journal is never outdated. */
export type OnJournal = (journal: Journal) => Promise<void> | void

export type JournalWriter = {
  readonly current: Journal
  write(step: JournalStep, changes?: Partial<Journal>): Promise<void>
}

export function openJournal(
  start: Journal,
  { now, onJournal }: { now: () => number; onJournal: OnJournal | undefined },
): JournalWriter {
  let current = start

  return {
    get current() {
      return current
    },
    async write(step, changes = {}) {
      current = { ...current, ...changes, step, at: now() }
      await onJournal?.(current)
    },
  }
}

import type { Comparison } from '#compare/comparison.ts'
import type { Choices } from './choices.ts'

/** What a push is about to do, or has just done. */
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

/** All that a push needs to go on after its place has died. Plain data, and no secret of anybody's. */
export type Journal = {
  version: 1
  step: JournalStep
  /** When it was written, in milliseconds since 1970. */
  at: number
  comparison: Comparison
  choices: Choices
  message: string
  /** Blobs that arrived, and that no tree holds yet. */
  known: string[]
  /** When the repository was first asked for; null before that. */
  creatingSince: number | null
  /** The first commit of an empty repository. */
  firstCommit: { commit: string; tree: string } | null
  /** Author and time of a commit that goes as a pack: with them it has the same name when it is built again. */
  signature: string | null
  /** Commits of this push that the branch may have got. */
  commits: string[]
}

/** Awaited before each step that has an effect, so that the journal is never behind. */
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

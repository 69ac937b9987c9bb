import type { FileSet, LeftOut } from '#files/gather-files.ts'
import type { Repository, Target } from '#github/target.ts'
import type { Listing } from '#objects/listing.ts'
import type { Finding } from '#secrets/find-secrets.ts'
import type { LocalFiles } from './local-files.ts'
import type { Ancestor, Change, Conflict, Kept } from './merge-paths.ts'

/** The last sync: its commit, and what the project had otherwise then; null: it had no such file. */
export type Base = { commit: string; differs: Record<string, string | null> } | null

export const NEEDS = [
  'first_sync',
  'mass_deletion',
  'conflicts',
  'secrets',
  'env_files',
  'workflow_files',
  'public_target',
  'long_push',
] as const

/** What a person confirms before a push; an automatic push stops at any. */
export type Need = (typeof NEEDS)[number]

export type Warning =
  | { kind: 'large_file'; path: string; size: number }
  | { kind: 'same_but_for_case'; paths: string[] }

/** What comparison and push take together, before choices. */
export type Cost = { requests: number; writes: number; blobs: number; bytes: number }

/** Where the new commit goes. */
export type Start = {
  kind: 'branch' | 'new_branch' | 'empty' | 'created'
  commit: string | null
  tree: string | null
  defaultBranch: string | null
}

export type CompareOptions = {
  base: Base
  /** Where a new branch starts; without it, at the default branch. */
  from?: { branch: string } | { commit: string }
  /** From `createRepository`: everything in the repository is GitHub's own and is replaced. */
  created?: { defaultBranch: string }
  /** Fingerprints of findings that are no secrets, as a person said for this project. */
  accepted?: readonly string[]
  /** The repository is made only after the review: GitHub is not asked, and `push` refuses the comparison. */
  isPlanned?: boolean
}

export type Comparison = {
  /** Under its present name. */
  target: Target
  /** The name that was asked for, if the repository has another by now. */
  movedFrom: Repository | null
  changes: Change[]
  kept: Kept[]
  conflicts: Conflict[]
  findings: Finding[]
  /** Files that the search did not reach; they stay here unless its end is accepted like a finding. */
  unsearched: string[]
  leftOut: LeftOut[]
  /** What ticking an env file would send. */
  envChanges: Change[]
  warnings: Warning[]
  needs: Need[]
  same: number
  cost: Cost
  isProtected: boolean
  /** What `push` needs to act, and to compare again if the branch moves. */
  inputs: {
    set: FileSet
    options: CompareOptions
    start: Start
    remote: Listing
    ancestor: Ancestor | null
    local: LocalFiles
  }
}

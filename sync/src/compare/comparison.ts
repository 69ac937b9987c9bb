import type { LeftOut } from '#files/gather-files.ts'
import type { Repository, Target } from '#github/target.ts'
import type { Mode, PlainListing } from '#objects/listing.ts'
import type { Finding } from '#secrets/find-secrets.ts'
import type { FolderPair } from './folder-case.ts'
import type { Change, Conflict, Kept } from './merge-paths.ts'

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
  'protected_branch',
  'folder_case',
] as const

/** What a person confirms before a push; an automatic push stops at any. */
export type Need = (typeof NEEDS)[number]

export type Warning =
  | { kind: 'large_file'; path: string; size: number }
  | { kind: 'same_but_for_case'; paths: string[] }
  /** The branch has too many folders: what was deleted in these is not known, and stays. */
  | { kind: 'folders_not_read'; paths: string[] }

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
  /** The repository is made by the push, after the review: GitHub is not asked before. */
  create?: { ownerKind: 'member' | 'organisation'; isPrivate?: boolean }
}

/** A file of the project, spelled as the branch spells it, and whether it takes part. */
export type ProjectFile = [
  path: string,
  sha: string,
  size: number,
  mode: Mode | null,
  part: 'going' | 'ignored' | 'env',
]

/** Plain data: it can be stored, and sent to another place. Contents are asked for by name when they are needed. */
export type Comparison = {
  /** Two comparisons with the same digest propose the same. */
  digest: string
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
  /** Env files that the project's own rules do not leave out. */
  envToAsk: string[]
  warnings: Warning[]
  needs: Need[]
  same: number
  cost: Cost
  /** Whether rules of the repository hold for the branch; only GitHub knows whether they let this member push. */
  isProtected: boolean
  folderPairs: FolderPair[]
  /** How many files the branch has. */
  remoteFiles: number
  start: Start
  options: CompareOptions
  /** What `push` needs to act, and to compare again if the branch moves; `sidesOf` opens it. */
  inputs: {
    files: ProjectFile[]
    /** What the source of the files left out itself. */
    leftOut: LeftOut[]
    remote: PlainListing
    /** The branch at the last sync, unless that is `remote`; null at the first sync. */
    ancestor: PlainListing | 'remote' | null
    /** At a first sync that was compared again: the branch as the person saw it. */
    reviewed?: PlainListing
  }
}

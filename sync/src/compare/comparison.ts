import type { LeftOut } from '#files/gather-files.ts'
import type { Repository, Target } from '#github/target.ts'
import type { Mode, PlainListing } from '#objects/listing.ts'
import type { Finding } from '#secrets/find-secrets.ts'
import type { FolderPair } from './folder-case.ts'
import type { Change, Conflict, Kept } from './merge-paths.ts'

/** The last sync: its commit, and the project's differences then; null: the project lacked the file. */
export type Base = { commit: string; differs: Record<string, string | null> } | null

export const CONFIRMATIONS = [
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

/** What a person must confirm before a push; an automatic push stops at any. */
export type Confirmation = (typeof CONFIRMATIONS)[number]

export type Warning =
  | { kind: 'large_file'; path: string; size: number }
  | { kind: 'same_but_for_case'; paths: string[] }
  /** The branch has too many folders: deletions in these are unknown, so their files stay. */
  | { kind: 'folders_not_read'; paths: string[] }

/** The cost of comparison and push, before choices. */
export type Cost = { requests: number; writes: number; blobs: number; bytes: number }

/** The parent and branch of the new commit. */
export type Start = {
  kind: 'branch' | 'new_branch' | 'empty' | 'created'
  commit: string | null
  tree: string | null
  defaultBranch: string | null
}

export type CompareOptions = {
  base: Base
  /** The start of a new branch; by default the default branch. */
  from?: { branch: string } | { commit: string }
  /** From `createRepository`: the repository only contains GitHub's own files, which are replaced. */
  created?: { defaultBranch: string }
  /** Fingerprints of findings that the member declared not secret in this project. */
  accepted?: readonly string[]
  /** The push creates the repository after the review, so GitHub is not queried before. */
  create?: { ownerKind: 'member' | 'organisation'; isPrivate?: boolean }
}

/** A project file in the branch's spelling, and whether it takes part. */
export type ProjectFile = [
  path: string,
  sha: string,
  size: number,
  mode: Mode | null,
  part: 'going' | 'ignored' | 'env',
]

/** Plain data that can be stored and transferred. Contents are requested by SHA on demand. */
export type Comparison = {
  /** Comparisons with equal digests propose the same changes. */
  digest: string
  /** With its current name. */
  target: Target
  /** The requested name, if the repository has been renamed. */
  movedFrom: Repository | null
  changes: Change[]
  kept: Kept[]
  conflicts: Conflict[]
  findings: Finding[]
  /** Files that the search did not reach; they are not pushed unless the member accepts that. */
  unsearched: string[]
  leftOut: LeftOut[]
  /** The changes from selecting env files. */
  envChanges: Change[]
  /** Env files that the project's own ignore rules include. */
  envToAsk: string[]
  warnings: Warning[]
  /** The contract's name for confirmations. */
  needs: Confirmation[]
  same: number
  cost: Cost
  /** Whether rules apply to the branch; only GitHub knows whether they allow this member to push. */
  isProtected: boolean
  folderPairs: FolderPair[]
  /** The number of files in the branch. */
  remoteFiles: number
  start: Start
  options: CompareOptions
  /** The data with which `push` acts and compares again if the branch moves; read with `sidesOf`. */
  inputs: {
    files: ProjectFile[]
    /** Files that the source itself left out. */
    leftOut: LeftOut[]
    remote: PlainListing
    /** The branch at the last sync, unless equal to `remote`; null at the first sync. */
    ancestor: PlainListing | 'remote' | null
    /** For a repeated comparison at a first sync: the branch as the member reviewed it. */
    reviewed?: PlainListing
  }
}

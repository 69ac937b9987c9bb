export type Role = 'read' | 'write' | 'admin'

/** A text, or bytes with a mode, or a submodule's commit; null removes the file. */
export type InitialFile =
  | string
  | null
  | { mode: '100644' | '100755' | '120000'; base64: string }
  | { mode: '160000'; sha: string }

/** A commit that a new repository contains; written to git on first access. */
export type InitialCommit = {
  message: string
  authorId: number
  /** Milliseconds. */
  at: number
  files: Record<string, InitialFile>
  /** Default: the default branch. */
  branch?: string
}

/** A rule of a ruleset, or of the older branch protection. */
export type BranchRule = {
  /** A name in which `*` stands for anything. */
  branch: string
  kind: 'pull-request' | 'signatures'
  isClassic: boolean
}

export type Repository = {
  id: number
  ownerId: number
  name: string
  description: string | null
  language: string | null
  isPrivate: boolean
  isArchived: boolean
  hasIssues: boolean
  rules?: BranchRule[]
  /** Whether pushed secrets are refused; default: if it is public. */
  protectsPushes?: boolean
  /** False in private repositories of GitHub's free plan. */
  takesDrafts?: boolean
  /** Just created: for so many calls its content is not found. */
  settles?: number
  defaultBranch: string
  /** People besides the owner or the organisation's members. */
  collaborators: { personId: number; role: Role }[]
  /** Initial commits. The name is part of saved data folders, so it stays. */
  story: InitialCommit[]
  createdAt: number
  updatedAt: number
  pushedAt: number
}

/** Required fields of a new repository; the others default as on GitHub. */
export type NewRepository = Pick<Repository, 'ownerId' | 'name'> &
  Partial<Omit<Repository, 'id' | 'ownerId' | 'name'>>

export const repositoryFrom = (wanted: NewRepository, id: number, now: number): Repository => {
  const story = wanted.story ?? []
  const lastPush = story.at(-1)?.at ?? wanted.createdAt ?? now

  return {
    description: null,
    language: null,
    isPrivate: false,
    isArchived: false,
    hasIssues: true,
    defaultBranch: 'main',
    collaborators: [],
    createdAt: story[0]?.at ?? now,
    updatedAt: lastPush,
    pushedAt: lastPush,
    ...wanted,
    story,
    id,
  }
}

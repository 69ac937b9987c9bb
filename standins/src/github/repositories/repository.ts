export type Role = 'read' | 'write' | 'admin'

/** A commit that a new repository contains; written to git on first access. */
export type InitialCommit = {
  message: string
  authorId: number
  /** Milliseconds. */
  at: number
  /** Paths with their new content; null removes the file. */
  files: Record<string, string | null>
}

export type Repository = {
  id: number
  ownerId: number
  name: string
  description: string | null
  homepage: string | null
  language: string | null
  isPrivate: boolean
  isFork: boolean
  isArchived: boolean
  hasIssues: boolean
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
    homepage: null,
    language: null,
    isPrivate: false,
    isFork: false,
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

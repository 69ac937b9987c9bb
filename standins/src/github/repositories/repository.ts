export type Role = 'read' | 'write' | 'admin'

/** A commit that a repository begins with; it becomes a real one when somebody first looks. */
export type Chapter = {
  message: string
  authorId: number
  /** Milliseconds. */
  at: number
  /** Paths with their new content; null takes the file away. */
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
  /** People besides the owner, or the owning organisation's people. */
  collaborators: { personId: number; role: Role }[]
  story: Chapter[]
  createdAt: number
  updatedAt: number
  pushedAt: number
}

/** What must be said of a new one; the rest is what GitHub takes if nobody says anything. */
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

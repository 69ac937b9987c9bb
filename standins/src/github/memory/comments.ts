import { join } from 'node:path'
import { openMemory, type Remembered } from '#runtime/memory.ts'

export type Comment = {
  id: number
  repositoryId: number
  /** The issue's number. */
  issue: number
  body: string
  /** null: written by an app as its bot. */
  authorId: number | null
  createdAt: number
  updatedAt: number
}

export type Comments = Remembered & {
  /** Oldest first. */
  of(repositoryId: number, issue: number): Comment[]
  byId(repositoryId: number, id: number): Comment | undefined
  add(comment: Omit<Comment, 'id'>): Promise<Comment>
  change(comment: Comment, changes: Pick<Comment, 'body' | 'updatedAt'>): Promise<void>
  remove(comment: Comment): Promise<void>
}

const FIRST_ID = 5_000_001

export function openComments(folder: string): Comments {
  const memory = openMemory(join(folder, 'comments.json'), () => ({
    comments: [] as Comment[],
    nextId: FIRST_ID,
  }))
  const all = () => memory.state.comments

  return {
    of: (repositoryId, issue) =>
      all().filter((one) => one.repositoryId === repositoryId && one.issue === issue),
    byId: (repositoryId, id) =>
      all().find((one) => one.repositoryId === repositoryId && one.id === id),
    add: (wanted) =>
      memory.change((state) => {
        const comment = { ...wanted, id: state.nextId++ }
        state.comments.push(comment)
        return comment
      }),
    change: (comment, changes) =>
      memory.change(() => {
        Object.assign(comment, changes)
      }),
    remove: (comment) =>
      memory.change((state) => {
        state.comments = state.comments.filter((one) => one !== comment)
      }),
    reset: memory.reset,
    close: memory.close,
  }
}

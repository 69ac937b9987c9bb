import type { Repository } from '#github/repositories/repository.ts'

/** That an account let a GitHub App at its repositories. */
export type Installation = {
  id: number
  clientId: string
  accountId: number
  /** All there are and will be, or the ids of those that were chosen. */
  selection: 'all' | number[]
  installedBy: number
  createdAt: number
  updatedAt: number
  suspended: { at: number; by: number } | null
}

export const covers = (
  { accountId, selection }: Installation,
  { id, ownerId }: Pick<Repository, 'id' | 'ownerId'>,
): boolean => ownerId === accountId && (selection === 'all' || selection.includes(id))

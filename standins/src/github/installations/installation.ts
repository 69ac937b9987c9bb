import type { Repository } from '#github/repositories/repository.ts'

/** A GitHub App installed on an account. */
export type Installation = {
  id: number
  clientId: string
  accountId: number
  /** All repositories, later ones included, or the chosen ids. */
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

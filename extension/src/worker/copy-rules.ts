import { COPY_PUBLIC_MS } from '@app/contract/private-import-replies'
import type { OwnCopy } from '#store/storage.ts'

/** It may still exist at GitHub, or be in creation. */
export const isOpenCopy = ({ status, deleted_at }: OwnCopy): boolean =>
  status !== 'asking' && status !== 'deleted' && deleted_at === null

export const isPublicCopy = ({ made_public_at, deleted_at }: OwnCopy): boolean =>
  made_public_at !== null && deleted_at === null

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 60 * 60_000

/** The delay after failed deletions: it doubles each time, up to an hour. */
export const waitAfter = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 20))

/** A deletion failed, and the next one is not due. A clock that was set back postpones nothing. */
export const isPostponed = ({ deleted_at, tryAgainAt }: OwnCopy, now: number): boolean =>
  deleted_at === null &&
  tryAgainAt !== null &&
  tryAgainAt > now &&
  tryAgainAt - now <= LONGEST_WAIT_MS

/** When a public copy is due for deletion: at once if the clock was set back; after a failure, at its next attempt. */
export function deletionAt(copy: OwnCopy, now: number): number {
  if (isPostponed(copy, now) && copy.tryAgainAt !== null) return copy.tryAgainAt
  const at = Date.parse(copy.delete_at)

  return at - now > COPY_PUBLIC_MS ? now : at
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Unguessable, and without a hint at the content: 26 characters of 5 bits. */
export const copyName = (bytes: Uint8Array): string =>
  `ferry-${[...bytes.subarray(0, 26)].map((byte) => ALPHABET[byte % 32]).join('')}`

/** The description of a copy. A repository with another description is not ours. */
export const descriptionOf = (id: string): string => `Temporary copy, deletes itself. ${id}`

/** As GitHub answers about the repository that would be deleted. */
export type FoundCopy = { id: number; description: string | null }

/** Names are reused, so what is deleted is known by its number and by its description. */
export const isOurs = (
  { id, repositoryId }: Pick<OwnCopy, 'id' | 'repositoryId'>,
  found: FoundCopy,
): boolean =>
  found.description === descriptionOf(id) && (repositoryId === null || repositoryId === found.id)

/** The commit that an import reports: the newest one whose files equal the copied ones. */
export const commitWithTree = (
  commits: readonly { sha: string; tree: string }[],
  tree: string,
): string | null => commits.find((one) => one.tree === tree)?.sha ?? null

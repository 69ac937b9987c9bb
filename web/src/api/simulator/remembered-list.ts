import type { RememberedList } from '@app/backend-client/project-list'
import { readStored, writeStored } from '#browser/storage.ts'

const EMPTY: RememberedList = { fetchedAt: null, projects: [] }

const keyOf = (userId: string) => `simulator-projects-${userId}`

/** The simulator's copy of the server's list, as in the extension. */
export function rememberedList(userId: string): RememberedList {
  try {
    return (JSON.parse(readStored(keyOf(userId)) ?? 'null') as RememberedList | null) ?? EMPTY
  } catch {
    return EMPTY
  }
}

export const rememberList = (userId: string, list: RememberedList): void =>
  writeStored(keyOf(userId), JSON.stringify(list))

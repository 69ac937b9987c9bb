import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openMemory, type Remembered } from '#runtime/memory.ts'

/** A secret that push protection found; it may be allowed for a while. */
export type Placeholder = {
  id: string
  repositoryId: number
  type: string
  /** Of the secret, which itself is not kept. */
  digest: string
  allowedUntil: number | null
}

export type Bypasses = Remembered & {
  add(found: Pick<Placeholder, 'repositoryId' | 'type' | 'digest'>[]): Promise<Placeholder[]>
  find(repositoryId: number, id: string): Placeholder | undefined
  allow(placeholder: Placeholder, until: number): Promise<void>
  isAllowed(repositoryId: number, digest: string, now: number): boolean
}

export const BYPASS_LIFE_MS = 3 * 60 * 60 * 1000

/** Older ones are forgotten: each refused call adds some. */
const KEPT = 5_000

export function openBypasses(folder: string): Bypasses {
  const memory = openMemory(join(folder, 'push-protection.json'), () => ({
    placeholders: [] as Placeholder[],
  }))
  const all = () => memory.state.placeholders

  return {
    add: (found) =>
      memory.change((state) => {
        const added = found.map((one) => ({ ...one, id: randomUUID(), allowedUntil: null }))
        state.placeholders = [...state.placeholders, ...added].slice(-KEPT)
        return added
      }),
    find: (repositoryId, id) =>
      all().find((one) => one.repositoryId === repositoryId && one.id === id),
    allow: (placeholder, until) =>
      memory.change(() => {
        placeholder.allowedUntil = until
      }),
    isAllowed: (repositoryId, digest, now) =>
      all().some(
        (one) =>
          one.repositoryId === repositoryId &&
          one.digest === digest &&
          one.allowedUntil !== null &&
          now < one.allowedUntil,
      ),
    reset: memory.reset,
    close: memory.close,
  }
}

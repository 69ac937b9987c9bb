import { readStored, writeStored } from './storage.ts'

/** Older answers give way, so that a project never fills the browser's storage. */
const MOST_KEPT = 2000

/** What a person called no secret, kept in this browser for each project: fingerprints, never texts. */
export const notSecretsOf = (userId: string, projectId: string) => {
  const key = `not-secrets-${userId}-${projectId}`
  const read = () => readStored(key)?.split(' ').filter(Boolean) ?? []
  const write = (all: string[]) => writeStored(key, all.slice(-MOST_KEPT).join(' '))

  return {
    read: async () => read(),
    add: async (fingerprint: string) => {
      write([...new Set([...read(), fingerprint])])
      // Full or forbidden storage keeps nothing, and says nothing.
      if (!read().includes(fingerprint)) throw new Error('storage refused')
    },
    remove: async (fingerprints: readonly string[]) => {
      write(read().filter((one) => !fingerprints.includes(one)))
      if (read().some((one) => fingerprints.includes(one))) throw new Error('storage refused')
    },
  }
}

import { readStored, writeStored } from './storage.ts'

/** The oldest answers are dropped, so that a project never fills the browser's storage. */
const MOST_KEPT = 2000

/** Findings that a member declared not secret, stored per project in this browser: fingerprints, never texts. */
export const notSecretsOf = (userId: string, projectId: string) => {
  const key = `not-secrets-${userId}-${projectId}`
  const read = () => readStored(key)?.split(' ').filter(Boolean) ?? []
  const write = (all: string[]) => writeStored(key, all.slice(-MOST_KEPT).join(' '))

  return {
    read: async () => read(),
    add: async (fingerprint: string) => {
      write([...new Set([...read(), fingerprint])])
      // If storage is full or refused, nothing is stored and no error shown.
      if (!read().includes(fingerprint)) throw new Error('storage refused')
    },
    remove: async (fingerprints: readonly string[]) => {
      write(read().filter((one) => !fingerprints.includes(one)))
      if (read().some((one) => fingerprints.includes(one))) throw new Error('storage refused')
    },
  }
}

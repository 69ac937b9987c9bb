/** What this browser remembers, in all its tabs. */
export const {
  read: readStored,
  write: writeStored,
  forget: forgetStored,
} = carefulStorage(() => localStorage)

/** What one tab remembers across a visit to somebody else's page. */
export const {
  read: readTab,
  write: writeTab,
  forget: forgetTab,
} = carefulStorage(() => sessionStorage)

/**
 * A browser that refuses storage throws at the mere mention of it, hence the way to it instead of the thing itself.
 * The product then works without memory: every reader must be prepared to find nothing.
 */
function carefulStorage(open: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    write(key: string, value: string): void {
      try {
        open().setItem(key, value)
      } catch {
        // Nothing is lost but the memory of this.
      }
    },
    forget(...keys: string[]): void {
      try {
        for (const key of keys) open().removeItem(key)
      } catch {
        // There is nothing to forget where nothing can be remembered.
      }
    },
  }
}

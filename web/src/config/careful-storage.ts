/**
 * A browser that refuses storage throws at the mere mention of it, hence the way to it instead of the thing itself.
 * The product then works without memory: every reader must be prepared to find nothing.
 */
export function carefulStorage(open: () => Storage) {
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

/** Values that this browser stores for all its tabs. */
export const {
  read: readStored,
  write: writeStored,
  forget: forgetStored,
} = carefulStorage(() => localStorage)

/** Session storage: survives visiting another site in the same tab. */
export const {
  read: readTab,
  write: writeTab,
  forget: forgetTab,
} = carefulStorage(() => sessionStorage)

/**
 * A browser that refuses storage throws on access to the property, hence a function instead of the object. The product then works without
 * storage: every reader must accept missing values.
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
        // Only the stored value is lost.
      }
    },
    forget(...keys: string[]): void {
      try {
        for (const key of keys) open().removeItem(key)
      } catch {
        // Without storage there is nothing to delete.
      }
    },
  }
}

/** This device has been offered a passkey. */
export const PASSKEY_OFFERED = 'passkey-offered'

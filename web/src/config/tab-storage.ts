// What one tab remembers across a visit to somebody else's page. A browser that refuses storage throws at the mere mention.

export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // The way back then finds nothing, which every reader must be prepared for.
  }
}

export function forgetTab(...keys: string[]): void {
  try {
    for (const key of keys) sessionStorage.removeItem(key)
  } catch {
    // There is nothing to forget where nothing can be remembered.
  }
}

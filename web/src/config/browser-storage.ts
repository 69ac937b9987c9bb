// A browser that refuses storage throws on the mere mention of localStorage; the product then works without memory.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Nothing is lost but the memory of this choice.
  }
}

export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // There is nothing to forget where nothing can be remembered.
  }
}

const MOST_TEXTS = 100

/** Headers come in few different texts: what one means is found out once. */
export function rememberTexts<T>(read: (text: string) => T): (text: string | undefined) => T {
  const known = new Map<string, T>()

  return (text = '') => {
    const before = known.get(text)
    if (before !== undefined) return before

    const value = read(text)
    if (known.size === MOST_TEXTS) known.clear()
    known.set(text, value)
    return value
  }
}

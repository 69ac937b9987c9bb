const MOST_TEXTS = 1000
const LONGEST_TEXT = 2000

/** Few different headers and addresses make most of the traffic: what one means is found out once. */
export function rememberTexts<T>(read: (text: string) => T): (text: string | undefined) => T {
  const known = new Map<string, T>()

  return (text = '') => {
    const before = known.get(text)
    if (before !== undefined) return before

    const value = read(text)
    if (text.length > LONGEST_TEXT) return value
    if (known.size === MOST_TEXTS) known.clear()
    known.set(text, value)
    return value
  }
}

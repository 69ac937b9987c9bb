const MOST_CHARACTERS = 256 * 1024
const LONGEST_TEXT = 2000

/**
 * Few different headers and addresses make most of the traffic: what one means is found out once. Callers choose
 * the texts, so what is kept is bounded by their length.
 */
export function rememberTexts<T>(read: (text: string) => T): (text: string | undefined) => T {
  const known = new Map<string, T>()
  let characters = 0

  return (text = '') => {
    const before = known.get(text)
    if (before !== undefined) return before

    const value = read(text)
    if (text.length > LONGEST_TEXT) return value
    characters += text.length + 1
    if (characters > MOST_CHARACTERS) {
      known.clear()
      characters = text.length + 1
    }
    known.set(text, value)
    return value
  }
}

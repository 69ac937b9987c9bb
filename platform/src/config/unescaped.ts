/**
 * Returns the reserved character in a password that ends the address too early, or null. An `@` does no harm: the last one separates the
 * password from the host.
 */
export function unescapedIn(url: string): string | null {
  const rest = url.replace(/^\w+:\/\//, '')
  const end = rest.search(/[/?#]/)
  const tail = end < 0 ? '' : rest.slice(end)

  if (rest.includes('#')) return sentenceOf('#')
  if (tail.startsWith('?') && /^[^=]*@/.test(tail)) return sentenceOf('?')
  if (/^\/[^?]*@/.test(tail)) return sentenceOf('/')

  return null
}

const sentenceOf = (character: '#' | '?' | '/') =>
  `has a ${character} that is not escaped: in a user name or password, write ${encodeURIComponent(character)}`

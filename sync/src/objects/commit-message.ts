import { decodeUtf8, encodeUtf8 } from './bytes.ts'

/** GitHub's limit for other long texts; for commits it documents none. */
const MAX_BYTES = 65_536

/**
 * A message that git can store and GitHub can display. Git ends a message at NUL, and UTF-8 has no lone surrogates: both would give another
 * commit.
 */
export function commitMessage(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '')
  const whole = clean.replace(/\p{Surrogate}/gu, '\ufffd').trim()

  return cut(whole)
}

function cut(text: string): string {
  const bytes = encodeUtf8(text)
  if (bytes.length <= MAX_BYTES) return text
  const end = encodeUtf8('…').length
  for (let length = MAX_BYTES - end; ; length--) {
    const head = decodeUtf8(bytes.subarray(0, length))
    if (head !== null) return `${head}…`
  }
}

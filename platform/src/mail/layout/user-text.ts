const LONGEST = 120

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
// Invisible characters can disguise text. The joiner stays: emoji need it.
const UNSEEN = /(?!\u200d)\p{Cf}/gu
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * User text as it may appear in a mail: one short line without anything that mail clients turn into a link, or
 * anybody could mail links in our name.
 */
export function userText(text: string): string {
  const line = text.replace(BREAKS, ' ').replace(UNSEEN, '').trim()
  const letters = [...line]
  const short = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line

  return isMailAddress(short) ? short : short.replace(/([.:])(?=\S)/g, `$1${ZERO_WIDTH_SPACE}`)
}

// A link to an address only opens a new mail.
const isMailAddress = (text: string) => /^[\w.+-]+@[\w.-]+$/.test(text)

const LONGEST = 120

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
// Invisible characters can disguise text. The joiner is kept, because emoji need it.
const UNSEEN = /(?!\u200d)\p{Cf}/gu
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * User text for a mail: one short line without anything that mail clients turn into links, which attackers could abuse.
 */
export function userText(text: string): string {
  const line = text.replace(BREAKS, ' ').replace(UNSEEN, '').trim()
  const characters = [...line]
  const short = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line

  return isMailAddress(short) ? short : short.replace(/([.:])(?=\S)/g, `$1${ZERO_WIDTH_SPACE}`)
}

// Clicking a mail address only opens a new mail.
const isMailAddress = (text: string) => /^[\w.+-]+@[\w.-]+$/.test(text)

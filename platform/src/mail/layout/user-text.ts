const LONGEST = 120

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
// By these, text pretends to be other text. The joiner stays: it holds emoji together.
const UNSEEN = /(?!\u200d)\p{Cf}/gu
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * What somebody typed, as it may stand in a mail of ours: one short line, and nothing that a mail
 * client would turn into a link, or everyone could send his own addresses under our name.
 */
export function userText(text: string): string {
  const line = text.replace(BREAKS, ' ').replace(UNSEEN, '').trim()
  const letters = [...line]
  const short = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line

  return isMailAddress(short) ? short : short.replace(/([.:])(?=\S)/g, `$1${ZERO_WIDTH_SPACE}`)
}

// A client may make a link of it, but that only opens a new mail.
const isMailAddress = (text: string) => /^[\w.+-]+@[\w.-]+$/.test(text)

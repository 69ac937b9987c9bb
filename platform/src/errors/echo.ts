import { cut } from '@app/contract/storable'

const LONGEST_ECHO = 200
const MOST_ECHOED = 50

/** Shortens a caller's text for use in a message. Callers may send texts of any length, and no answer should repeat a long one. */
export const echo = (text: string): string =>
  text.length > LONGEST_ECHO ? `${cut(text, LONGEST_ECHO)}…` : text

export const echoAll = (texts: readonly string[]): string =>
  [...texts.slice(0, MOST_ECHOED).map(echo), ...(texts.length > MOST_ECHOED ? ['…'] : [])].join(
    ', ',
  )

import { cut } from '@app/contract/storable'

const LONGEST_ECHO = 200
const MOST_ECHOED = 50

/** What a caller sent, for a message. Callers write texts of any length, and no answer repeats a long one whole. */
export const echo = (text: string): string =>
  text.length > LONGEST_ECHO ? `${cut(text, LONGEST_ECHO)}…` : text

export const echoAll = (texts: readonly string[]): string =>
  [...texts.slice(0, MOST_ECHOED).map(echo), ...(texts.length > MOST_ECHOED ? ['…'] : [])].join(
    ', ',
  )

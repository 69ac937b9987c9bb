import { cut } from '@app/contract/storable'

const LONGEST = 254

/** A rough check, since mail servers check the rest; never accepts two addresses or a header. */
export const isMailAddress = (text: string): boolean =>
  text.length <= LONGEST &&
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) &&
  !text.includes('..')

/** The stored form of an address, valid or not. */
export const readableAddress = (text: string): string =>
  cut(text.replace(/\p{Cc}/gu, '\ufffd'), LONGEST)

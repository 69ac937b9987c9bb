const LONGEST = 254

/** Good enough to be offered to a mail server, which alone knows the rest; never two, never a header. */
export const isMailAddress = (text: string): boolean =>
  text.length <= LONGEST &&
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) &&
  !text.includes('..')

/** What is kept of an address, good or bad, for the record. */
export const readableAddress = (text: string): string =>
  text.replace(/\p{Cc}/gu, '\ufffd').slice(0, LONGEST)

// The numbers are those of `git help check-ref-format`; the class holds controls, blank and ~ ^ : ? * [ \ of 4, 5 and 10.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses control characters.
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock\/|^[./-]|[./]$|\.lock$/

const MAX_BYTES = 255 - 'refs/heads/'.length

/** Whether git and GitHub take it as the name of a branch. */
export const isBranchName = (name: string): boolean =>
  name !== '' &&
  name !== 'HEAD' &&
  !FORBIDDEN.test(name) &&
  !/\p{Surrogate}/u.test(name) &&
  name.length <= MAX_BYTES

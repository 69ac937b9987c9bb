import { encodeUtf8 } from '#objects/bytes.ts'

// The numbers are those of `git help check-ref-format`; the class holds controls, blank and ~ ^ : ? * [ \ of 4, 5 and 10.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses control characters.
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock\/|^[./-]|[./]$|\.lock$/

const MAX_BYTES = 255 - 'refs/heads/'.length

// GitHub's own rules: neither an object's SHA, nor a full ref name.
const RESERVED = /^(?:[0-9a-fA-F]{40}|HEAD|refs\/.*)$/

/** Whether git and GitHub accept it as a branch name. */
export const isBranchName = (name: string): boolean =>
  name !== '' &&
  !RESERVED.test(name) &&
  !FORBIDDEN.test(name) &&
  !/\p{Surrogate}/u.test(name) &&
  encodeUtf8(name).length <= MAX_BYTES

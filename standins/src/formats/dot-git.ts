/** Code points that HFS+ ignores in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** NTFS drops trailing dots and blanks, and takes what follows a colon as the name of a stream. */
const DOT_GIT = /^(?:\.git|git~1)[. ]*(?:$|[\\:])/i

/** Whether a file system may take the name for git's own folder; git refuses the same names. */
export const isDotGit = (name: string): boolean =>
  DOT_GIT.test(name) || DOT_GIT.test(name.replace(IGNORED, ''))

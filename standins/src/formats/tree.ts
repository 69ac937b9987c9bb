export const MODES = ['100644', '100755', '040000', '160000', '120000'] as const
export type Mode = (typeof MODES)[number]

export type TreeEntry = { mode: Mode; name: string; sha: string }

const SHA_BYTES = 20

/** Git sorts a folder as if its name ended in a slash, and writes its mode without the leading zero. */
export const encodeTree = (entries: readonly TreeEntry[]): Buffer =>
  Buffer.concat(
    entries
      .toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)))
      .flatMap(({ mode, name, sha }) => [
        Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
        Buffer.from(sha, 'hex'),
      ]),
  )

/** Throws if the bytes are no tree. Git also stored `100664` once; such modes are kept. */
export function decodeTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < content.length; ) {
    const zero = content.indexOf(0, at)
    if (zero === -1 || zero + SHA_BYTES >= content.length) throw new Error('malformed tree')
    const [mode = '', name = ''] = content.subarray(at, zero).toString().split(/ (.*)/s)
    const sha = content.subarray(zero + 1, zero + 1 + SHA_BYTES).toString('hex')
    entries.push({ mode: mode.padStart(6, '0') as Mode, name, sha })
    at = zero + 1 + SHA_BYTES
  }

  return entries
}

export const typeOfMode = (mode: Mode) =>
  mode === '040000' ? 'tree' : mode === '160000' ? 'commit' : 'blob'

const sortKey = ({ mode, name }: TreeEntry) => Buffer.from(mode === '040000' ? `${name}/` : name)

/** Code points that HFS+ ignores in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** NTFS drops trailing dots and blanks, and takes what follows a colon as the name of a stream. */
const DOT_GIT = /^(?:\.git|git~1)[. ]*(?:$|[\\:])/i

/** Whether a file system may take the name for git's own folder; git refuses the same names. */
export const isDotGit = (name: string): boolean =>
  DOT_GIT.test(name) || DOT_GIT.test(name.replace(IGNORED, ''))

import { isDotGit } from '#formats/dot-git.ts'
import type { GitObject } from '#formats/object.ts'
import { decodeTree, type TreeEntry } from '#formats/tree.ts'
import type { Quarantine } from './quarantine.ts'
import { namedIn } from './reachable.ts'

const NO_OBJECT = '0'.repeat(40)
const MAX_NAME_BYTES = 4096

/** What `git fsck --strict` has against a pushed object, in its words; null: nothing. */
export function problemWithObjects({ added }: Quarantine): string | null {
  for (const [sha, object] of added) {
    const problem = problemWith(object)
    if (problem) return `object ${sha}: ${problem}`
  }

  return null
}

/** Whether everything that the pushed objects name is there. */
export const isComplete = ({ git, added }: Quarantine): boolean =>
  [...added].every(([sha, object]) =>
    namedIn(git, sha, object).every((one) => git.objects.read(one) !== undefined),
  )

function problemWith({ type, content }: GitObject): string | null {
  if (type === 'commit' && content.includes(0)) {
    return 'nulInCommit: NUL byte in the commit object body'
  }
  if (type !== 'tree') return null
  try {
    return problemWithTree(decodeTree(content))
  } catch {
    return 'badTree: cannot be parsed as a tree'
  }
}

function problemWithTree(entries: readonly TreeEntry[]): string | null {
  const names = entries.map(({ name }) => name)
  if (names.includes('')) return 'emptyName: contains empty pathname'
  if (names.some((name) => name.includes('/'))) return 'fullPathname: contains full pathnames'
  if (names.includes('.')) return "hasDot: contains '.'"
  if (names.includes('..')) return "hasDotdot: contains '..'"
  if (names.some(isDotGit)) return "hasDotgit: contains '.git'"
  if (names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) {
    return 'largePathname: contains excessively large pathname'
  }
  if (entries.some(({ sha }) => sha === NO_OBJECT))
    return 'nullSha1: contains entries pointing to null sha1'

  return new Set(names).size < names.length
    ? 'duplicateEntries: contains duplicate file entries'
    : null
}

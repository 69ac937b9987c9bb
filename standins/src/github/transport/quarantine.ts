import { type GitObject, shaOf } from '#formats/object.ts'
import { decodeTree, isDotGit, type TreeEntry } from '#formats/tree.ts'
import { type Git, gitOver } from '#github/git/git.ts'

export type Quarantine = {
  /** The repository as it would be with the push. */
  git: Git
  added: ReadonlyMap<string, GitObject>
  /** Stores what was pushed. */
  accept(): void
}

/** Keeps pushed objects apart until the push is accepted, so that a refused one leaves nothing. */
export function openQuarantine({ objects, refs }: Git): Quarantine {
  const added = new Map<string, GitObject>()
  const git = gitOver(
    {
      read: (sha) => added.get(sha) ?? objects.read(sha),
      write(object) {
        const sha = shaOf(object)
        if (!objects.read(sha)) added.set(sha, object)
        return sha
      },
      startingWith: objects.startingWith,
    },
    refs,
  )

  return {
    git,
    added,
    accept() {
      for (const object of added.values()) objects.write(object)
    },
  }
}

const NO_OBJECT = '0'.repeat(40)
const MAX_NAME_BYTES = 4096

/** What `git fsck --strict` reports about a pushed object; null: nothing. */
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

const TAGGED = /^object ([0-9a-f]{40})$/m

/** All objects reachable from these SHAs, except known ones. */
export function reachableFrom(
  git: Git,
  heads: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>()
  const open = [...heads]

  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    if (known.has(sha) || found.has(sha)) continue
    const object = git.objects.read(sha)
    if (!object) continue
    found.add(sha)
    open.push(...namedIn(git, sha, object))
  }
  return found
}

function namedIn(git: Git, sha: string, { type, content }: { type: string; content: Buffer }) {
  switch (type) {
    case 'commit': {
      const commit = git.commit(sha)
      return commit ? [commit.tree, ...commit.parents] : []
    }
    case 'tree':
      return (git.tree(sha) ?? []).filter(({ mode }) => mode !== '160000').map((one) => one.sha)
    case 'tag':
      return [TAGGED.exec(content.toString())?.[1] ?? '']
    default:
      return []
  }
}

import type { Commit } from '#formats/object.ts'
import type { Git } from './git.ts'

export type NamedCommit = Commit & { sha: string }

/** A commit and all before it, newest first. */
export function historyOf(git: Git, head: string): NamedCommit[] {
  const seen = new Set<string>()
  const found: NamedCommit[] = []
  const open = [head]

  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const commit = seen.has(sha) ? undefined : git.commit(sha)
    if (!commit) continue
    seen.add(sha)
    found.push({ ...commit, sha })
    open.push(...commit.parents.toReversed())
  }

  // A stable sort: commits of the same second stay child before parent.
  return found.toSorted((a, b) => b.committer.at - a.committer.at)
}

export const isAncestor = (git: Git, older: string, newer: string): boolean =>
  historyOf(git, newer).some(({ sha }) => sha === older)

/** The newest commit that both have; undefined: their histories share none. */
export function mergeBaseOf(git: Git, one: string, other: string): string | undefined {
  const known = new Set(historyOf(git, one).map(({ sha }) => sha))
  const common = historyOf(git, other).filter(({ sha }) => known.has(sha))
  // A parent of a common commit is common as well, but not the best.
  const older = new Set(common.flatMap(({ parents }) => parents))

  return common.find(({ sha }) => !older.has(sha))?.sha
}

/** A branch, a tag, a whole or the beginning of a commit's name. */
export function resolve(git: Git, name: string): string | undefined {
  const plain = name.replace(/^refs\//, '')
  const ref = [`refs/${plain}`, `refs/heads/${name}`, `refs/tags/${name}`]
    .map((one) => git.refs.get(one))
    .find((one) => one !== undefined)
  if (ref) return ref
  if (!/^[0-9a-f]{7,40}$/.test(name)) return undefined

  return git.objects.startingWith(name).find((sha) => git.commit(sha) !== undefined)
}

import type { Git } from '#github/git/git.ts'

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

export function namedIn(
  git: Git,
  sha: string,
  { type, content }: { type: string; content: Buffer },
) {
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

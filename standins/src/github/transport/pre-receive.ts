import { walkChanges } from '#github/git/files.ts'
import { historyOf } from '#github/git/history.ts'
import { problemWithRefName } from '#github/git/refs.ts'
import { isOver } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Quarantine } from './quarantine.ts'

const MIB = 1024 * 1024
const WARNED_BYTES = 50 * MIB

/** GitHub's own hook: names of refs and sizes of files. It declines the whole push, or warns. */
export function preReceive(
  needs: GithubNeeds,
  quarantine: Quarantine,
  commands: readonly Command[],
): { refusal: PushRefusal | null; warnings: string[] } {
  const badName = commands.map(({ ref, after }) => problemWithName(ref, after)).find(Boolean)
  if (badName) return { refusal: declined(badName), warnings: [] }
  const { fileBytes } = needs.memory.limits.state
  const files = commands.flatMap(({ after }) =>
    after === null ? [] : [...pushedFiles(quarantine, after)],
  )
  const tooLarge = files.filter(({ content }) => isOver(content.length, fileBytes))
  if (tooLarge.length > 0) {
    const limit = `this exceeds GitHub's file size limit of ${megabytes(fileBytes ?? 0)}`
    return {
      refusal: declined([
        'error: See https://gh.io/lfs for more information.',
        ...tooLarge.map(
          ({ path, content }) => `error: File ${path} is ${megabytes(content.length)}; ${limit}`,
        ),
        `error: ${LARGE_FILES}`,
      ]),
      warnings: [],
    }
  }
  const large = files.filter(({ content }) => content.length > WARNED_BYTES)
  const recommended = `this is larger than GitHub's recommended maximum file size of ${megabytes(WARNED_BYTES)}`

  return {
    refusal: null,
    warnings: [
      ...large.map(
        ({ path, content }) =>
          `warning: File ${path} is ${megabytes(content.length)}; ${recommended}`,
      ),
      ...(large.length > 0 ? [`warning: ${LARGE_FILES}`] : []),
    ],
  }
}

const LARGE_FILES =
  'GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.'

const declined = (remote: string[]): PushRefusal => ({
  reason: 'pre-receive hook declined',
  remote,
})

const megabytes = (bytes: number) => `${(bytes / MIB).toFixed(2)} MB`

/** Deleting a ref of a bad name is allowed. */
function problemWithName(ref: string, after: string | null): string[] | null {
  if (after === null) return null
  switch (problemWithRefName(ref)) {
    case 'hexadecimal':
      return [
        'error: GH002: Sorry, branch or tag names consisting of 40 hex characters are not allowed.',
        `error: Invalid branch or tag name "${ref.split('/').slice(2).join('/')}"`,
      ]
    case 'too-long':
      return [
        'error: GH005: Sorry, refs longer than 255 bytes are not allowed.',
        `ref too long: "${ref}"`,
      ]
    default:
      return null
  }
}

const NOTHING = '0'.repeat(40)
const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/

/** One ref of a push; null: it did not exist before, or is deleted. */
export type Command = { before: string | null; after: string | null; ref: string }

/** The reason in git's report, and the lines that git shows after `remote:`. */
export type PushRefusal = { reason: string; remote: string[] }

export function readCommand(line: string): Command[] {
  const [, before, after, ref] = COMMAND.exec(line) ?? []
  if (before === undefined || after === undefined || ref === undefined) return []
  const orNone = (sha: string) => (sha === NOTHING ? null : sha)

  return [{ before: orNone(before), after: orNone(after), ref }]
}

/** A file that a pushed commit adds or changes. */
export type PushedFile = { commit: string; path: string; content: Buffer }

/** The files of all commits that no branch had before, oldest commit first. */
export function* pushedFiles({ git }: Quarantine, after: string): Generator<PushedFile> {
  const known = new Set(
    git.refs.all().flatMap(({ sha }) => historyOf(git, sha).map((one) => one.sha)),
  )
  const fresh = historyOf(git, after).filter(({ sha }) => !known.has(sha))

  for (const { sha: commit, tree, parents } of fresh.toReversed()) {
    const [parent] = parents
    const before = parent === undefined ? null : (git.commit(parent)?.tree ?? null)
    for (const { path, after: entry } of walkChanges(git, before, tree)) {
      const content = entry && git.blob(entry.sha)
      if (content) yield { commit, path, content }
    }
  }
}

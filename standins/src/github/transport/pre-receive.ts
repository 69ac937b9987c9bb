import { randomUUID } from 'node:crypto'
import type { Opened } from '#github/access/open-repository.ts'
import { refusedSecrets } from '#github/access/push-protection.ts'
import { violationOf } from '#github/access/rules.ts'
import { walkChanges } from '#github/git/files.ts'
import { historyOf } from '#github/git/history.ts'
import { isOver } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/account-shapes.ts'
import type { Quarantine } from './quarantine.ts'

const MIB = 1024 * 1024

/** GitHub's own hook: sizes of files. It declines the whole push. */
export function preReceive(
  needs: GithubNeeds,
  quarantine: Quarantine,
  commands: readonly Command[],
): PushRefusal | null {
  const { fileBytes } = needs.memory.limits.state
  const files = commands.flatMap(({ after }) =>
    after === null ? [] : [...pushedFiles(quarantine, after)],
  )
  const tooLarge = files.filter(({ content }) => isOver(content.length, fileBytes))
  if (tooLarge.length > 0) {
    const limit = `this exceeds GitHub's file size limit of ${megabytes(fileBytes ?? 0)}`
    return declined([
      'error: See https://gh.io/lfs for more information.',
      ...tooLarge.map(
        ({ path, content }) => `error: File ${path} is ${megabytes(content.length)}; ${limit}`,
      ),
      'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.',
    ])
  }

  return null
}

const declined = (remote: string[]): PushRefusal => ({
  reason: 'pre-receive hook declined',
  remote,
})

const megabytes = (bytes: number) => `${(bytes / MIB).toFixed(2)} MB`

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
type PushedFile = { commit: string; path: string; content: Buffer }

/** The files of all commits that no branch had before, oldest commit first. */
function* pushedFiles({ git }: Quarantine, after: string): Generator<PushedFile> {
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

const DOCS =
  'https://docs.github.com/code-security/secret-scanning/working-with-secret-scanning-and-push-protection/working-with-push-protection-from-the-command-line#resolving-a-blocked-push'
const HEADING_CHARACTERS = 54

/** What rulesets, branch protection and push protection refuse about one ref of a push. */
export async function ruleViolations(
  needs: GithubNeeds,
  opened: Opened,
  quarantine: Quarantine,
  command: Command,
): Promise<PushRefusal | null> {
  const { ref, after } = command
  const { web } = repositoryUrls(needs, opened)
  const violation = violationOf(opened.repository, command)
  if (violation?.isClassic) {
    const lines = [`error: GH006: Protected branch update failed for ${ref}.`, '']
    return {
      reason: 'protected branch hook declined',
      remote: [...lines, `- ${violation.sentence}`],
    }
  }
  const secrets = after === null ? [] : secretsIn(opened, pushedFiles(quarantine, after), web)
  if (!violation && secrets.length === 0) return null

  return {
    reason: 'push declined due to repository rule violations',
    remote: [
      `error: GH013: Repository rule violations found for ${ref}.`,
      ...(violation
        ? [
            `Review all repository rules at ${web}/rules?ref=${encodeURIComponent(ref)}`,
            '',
            `- ${violation.sentence}`,
          ]
        : []),
      '',
      ...(secrets.length > 0 ? [...PROTECTION, ...secrets] : []),
    ],
  }
}

const PROTECTION = [
  '- GITHUB PUSH PROTECTION',
  `  ${'—'.repeat(41)}`,
  '    Resolve the following violations before pushing again',
  '',
  '    - Push cannot contain secrets',
  '',
  '',
  '     (?) Learn how to resolve a blocked push',
  `     ${DOCS}`,
  '',
  '',
]

/** One section for each secret, with all places where it was found. */
function secretsIn({ repository }: Opened, files: Iterable<PushedFile>, web: string): string[] {
  const places = new Map<string, string[]>()
  const found = [...files].flatMap(({ commit, path, content }) =>
    refusedSecrets(repository, content).filter(({ digest, line }) => {
      const known = places.get(digest) ?? []
      places.set(digest, [
        ...known,
        `         - commit: ${commit}`,
        `           path: ${path}:${line}`,
      ])
      return known.length === 0
    }),
  )

  return found.flatMap(({ title, digest }) => [
    `      —— ${title} ${'—'.repeat(Math.max(2, HEADING_CHARACTERS - title.length - 4))}`,
    '       locations:',
    ...(places.get(digest) ?? []),
    '',
    '       (?) To push, remove secret from commit(s) or follow this URL to allow the secret.',
    `       ${web}/security/secret-scanning/unblock-secret/${randomUUID()}`,
    '',
    '',
  ])
}

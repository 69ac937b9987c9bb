import { randomUUID } from 'node:crypto'
import type { Opened } from '#github/access/open-repository.ts'
import { refusedSecrets } from '#github/access/push-protection.ts'
import { violationOf } from '#github/access/rules.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { type Command, type PushedFile, type PushRefusal, pushedFiles } from './pre-receive.ts'
import type { Quarantine } from './quarantine.ts'

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

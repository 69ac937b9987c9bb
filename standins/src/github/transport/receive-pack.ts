import { FLUSH, packetLine, readLines } from '#formats/packet-lines.ts'
import { readPack } from '#formats/read-pack.ts'
import type { Opened } from '#github/access/open-repository.ts'
import { refusedByRule } from '#github/access/rules.ts'
import { isWorkflow } from '#github/access/workflows.ts'
import { push } from '#github/actions/push.ts'
import { changesBetween } from '#github/git/changes.ts'
import type { Git } from '#github/git/git.ts'
import { isAncestor } from '#github/git/history.ts'
import { isRefName } from '#github/git/refs.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'

const NOTHING = '0'.repeat(40)
const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/

type Command = { before: string | null; after: string | null; ref: string }

/** Handles `git push`. Each ref is accepted or refused on its own. */
export async function receivePack(
  needs: GithubNeeds,
  opened: Opened,
  pusher: Person | null,
  body: Buffer,
): Promise<Buffer> {
  const { repository, git } = opened
  const { lines, rest } = readLines(body, { stopAtFlush: true })
  const commands = lines.flatMap((line) => readCommand(line ?? ''))
  if (rest.length > 0) readPack(git.objects, rest)

  const report = [packetLine('unpack ok\n')]
  for (const { ref, before, after } of commands) {
    const problem = problemWith(opened, { ref, before, after })
    report.push(packetLine(problem === null ? `ok ${ref}\n` : `ng ${ref} ${problem}\n`))
    if (problem !== null) continue
    const isForced = before !== null && after !== null && !isAncestor(git, before, after)
    await push(needs, git, { repository, ref, before, after, isForced, pusher })
  }
  return Buffer.concat([...report, FLUSH])
}

function readCommand(line: string): Command[] {
  const [, before, after, ref] = COMMAND.exec(line) ?? []
  if (before === undefined || after === undefined || ref === undefined) return []
  const orNone = (sha: string) => (sha === NOTHING ? null : sha)

  return [{ before: orNone(before), after: orNone(after), ref }]
}

function problemWith(opened: Opened, { ref, before, after }: Command): string | null {
  const { git, repository } = opened
  if (!isRefName(ref)) return 'funny refname'
  if ((git.refs.get(ref) ?? null) !== before) return 'fetch first'
  const refused = refusedByRule(repository, { ref, before, after })
  if (refused !== null) return refused
  if (after === null) {
    const isDefault = ref === `refs/heads/${repository.defaultBranch}`
    return isDefault ? 'refusing to delete the current branch' : null
  }
  if (!git.objects.read(after)) return 'missing necessary objects'
  const workflow = opened.mayChangeWorkflows ? undefined : changedWorkflow(git, before, after)

  return workflow === undefined
    ? null
    : `refusing to allow this program to create or update workflow \`${workflow}\` without \`workflows\` permission`
}

function changedWorkflow(git: Git, before: string | null, after: string): string | undefined {
  const tree = git.commit(after)?.tree
  const old = before === null ? null : (git.commit(before)?.tree ?? null)

  return tree && changesBetween(git, old, tree).find(({ path }) => isWorkflow(path))?.path
}

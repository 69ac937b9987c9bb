import { banded, FLUSH, MESSAGE_BAND, packetLine, readLines } from '#formats/packet-lines.ts'
import { PackTooLarge, readPack } from '#formats/read-pack.ts'
import { isWorkflow, type Opened } from '#github/access/open-repository.ts'
import { push } from '#github/actions/push.ts'
import { changesBetween } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { isAncestor } from '#github/git/history.ts'
import { isHiddenRef, isRefName, refInTheWay } from '#github/git/refs.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Person } from '#github/people/person.ts'
import {
  type Command,
  type PushRefusal,
  preReceive,
  readCommand,
  ruleViolations,
} from './pre-receive.ts'
import { isComplete, openQuarantine, problemWithObjects, type Quarantine } from './quarantine.ts'

/** Handles `git push`. Unless a hook declines the whole, each ref is accepted or refused on its own. */
export async function receivePack(
  needs: GithubNeeds,
  opened: Opened,
  pusher: Person | null,
  body: Buffer,
): Promise<Buffer> {
  const { lines, rest } = readLines(body, { stopAtFlush: true })
  const commands = lines.flatMap((line) => readCommand(line ?? ''))
  const isBanded = / side-band-64k\b/.test(lines[0]?.split('\0')[1] ?? '')
  const quarantine = openQuarantine(opened.git)
  const failure = unpackFailure(needs, quarantine, rest)
  const hook = failure ? null : preReceive(needs, quarantine, commands)
  const refusedWhole = failure?.refusal ?? hook
  const remote = [...(refusedWhole?.remote ?? [])]
  const report = [packetLine(`unpack ${failure?.unpack ?? 'ok'}\n`)]

  for (const command of commands) {
    const refusal = refusedWhole ?? (await move(needs, opened, quarantine, command, pusher))
    if (refusal !== refusedWhole) remote.push(...(refusal?.remote ?? []))
    const { ref } = command
    report.push(packetLine(refusal ? `ng ${ref} ${refusal.reason}\n` : `ok ${ref}\n`))
  }
  const reported = Buffer.concat([...report, FLUSH])
  if (!isBanded) return reported
  const shown = Buffer.from(remote.map((line) => `${line}\n`).join(''))

  return Buffer.concat([banded(shown, MESSAGE_BAND), banded(reported), FLUSH])
}

/** Unpacks and checks all objects, as GitHub does before it looks at any ref. */
function unpackFailure({ memory }: GithubNeeds, quarantine: Quarantine, pack: Buffer) {
  const failed = (remote: string[]) => ({
    unpack: 'index-pack failed',
    refusal: { reason: 'failed', remote } satisfies PushRefusal,
  })
  if (pack.length === 0) return null
  const { pushBytes } = memory.limits.state
  try {
    readPack(quarantine.git.objects, pack, pushBytes ?? Infinity)
  } catch (error) {
    if (!(error instanceof PackTooLarge)) return failed(['fatal: early EOF'])
    const gibibytes = ((pushBytes ?? 0) / 1024 ** 3).toFixed(2)
    return failed([`fatal: pack exceeds maximum allowed size (${gibibytes} GiB)`])
  }
  const problem = problemWithObjects(quarantine)

  return problem === null
    ? null
    : failed([`error: ${problem}`, 'fatal: fsck error in packed object'])
}

/** Moves one ref. Returns the reason if it fails, else null. */
async function move(
  needs: GithubNeeds,
  opened: Opened,
  quarantine: Quarantine,
  command: Command,
  pusher: Person | null,
): Promise<PushRefusal | null> {
  const reason = problemWith(opened, quarantine, command)
  if (reason !== null) return { reason, remote: [] }
  const violations = await ruleViolations(needs, opened, quarantine, command)
  if (violations) return violations

  quarantine.accept()
  const { repository, git } = opened
  const { ref, before, after } = command
  const isForced = before !== null && after !== null && !isAncestor(git, before, after)
  await push(needs, git, { repository, ref, before, after, isForced, pusher })
  return null
}

function problemWith(opened: Opened, quarantine: Quarantine, command: Command): string | null {
  const { ref, before, after } = command
  const { git, repository } = opened
  if (isHiddenRef(ref)) return 'deny updating a hidden ref'
  if (!isRefName(ref) && after !== null) return 'funny refname'
  const at = git.refs.get(ref) ?? null
  if (at !== before) return `cannot lock ref '${ref}': ${lockProblem(ref, at, before)}`
  if (after === null) {
    const isDefault = ref === `refs/heads/${repository.defaultBranch}`
    return isDefault ? `refusing to delete the current branch: ${ref}` : null
  }
  const other = refInTheWay(git.refs, ref)
  if (other !== undefined) {
    return `cannot lock ref '${ref}': '${other}' exists; cannot create '${ref}'`
  }
  if (!quarantine.git.objects.read(after) || !isComplete(quarantine)) {
    return 'missing necessary objects'
  }
  const workflow = opened.mayChangeWorkflows
    ? undefined
    : changedWorkflow(quarantine.git, before, after)

  return workflow === undefined
    ? null
    : `refusing to allow ${opened.program} to create or update workflow \`${workflow}\` without ${opened.hasPermissions ? '`workflows` permission' : '`workflow` scope'}`
}

function lockProblem(ref: string, at: string | null, expected: string | null): string {
  if (at === null) return `unable to resolve reference '${ref}'`

  return expected === null ? 'reference already exists' : `is at ${at} but expected ${expected}`
}

function changedWorkflow(git: Git, before: string | null, after: string): string | undefined {
  const tree = git.commit(after)?.tree
  const old = before === null ? null : (git.commit(before)?.tree ?? null)

  return tree && changesBetween(git, old, tree).find(({ path }) => isWorkflow(path))?.path
}

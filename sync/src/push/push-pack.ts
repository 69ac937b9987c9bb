import { isNoAnswer, SyncError, type SyncErrorCode } from '#errors/sync-error.ts'
import { type Contents, requireContent } from '#files/contents.ts'
import { repositoryPath, type Target } from '#github/target.ts'
import { textAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { LargeBody } from '#host/large-body.ts'
import type { Operation } from '#host/operation.ts'
import { MAX_SAID, refusalOf } from '#host/refusal.ts'
import { objectName } from '#objects/blob-name.ts'
import { type Bytes, concatBytes, encodeUtf8 } from '#objects/bytes.ts'
import type { Entry } from '#objects/listing.ts'
import { FLUSH, type PackAnswer, packetLine, readReport } from '#packs/packet-lines.ts'
import { type PackObject, writePack } from '#packs/write-pack.ts'
import { isLanded, whereIs } from './move-branch.ts'

export type Packing = {
  target: Target
  /** Null: the repository has no commits. */
  parent: string | null
  /** The branch's commit; null: it is new. */
  head: string | null
  edits: ReadonlyMap<string, Entry | null>
  contents: Contents
  there: ReadonlySet<string>
  tree: string
  trees: ReadonlyMap<string, Bytes>
  message: string
  /** Author and time, if the commit was already built. */
  signature?: string | null
  /** Awaited before the commit is sent. */
  onCommit?: (commit: string, signature: string) => Promise<void>
}

export type PackOutcome = { kind: 'done'; commit: string } | { kind: 'moved' } | { kind: 'refused' }

const NOTHING = '0'.repeat(40)

/**
 * One request for all files, by git's protocol; the branch moves only from its expected commit. Throws if a rule of the repository refuses
 * it, because using another way would evade the rule. For any other refusal, the API is tried.
 */
export async function pushPack(
  host: Host,
  operation: Operation,
  packing: Packing,
): Promise<PackOutcome> {
  const { target, head } = packing
  const objects = await objectsOf(host, operation, packing)
  const pack = writePack(objects.list)
  const ref = `refs/heads/${target.branch}`
  const command = `${head ?? NOTHING} ${objects.commit} ${ref}\0report-status side-band-64k agent=gitferry\n`
  const all = packing.edits.size
  operation.report({ phase: 'uploading', done: 0, all, bytes: 0 })
  operation.throwIfCancelled()
  await packing.onCommit?.(objects.commit, objects.signature)
  let bytes = 0
  const body: LargeBody = {
    size: command.length + pack.size,
    async *portions() {
      bytes = 0
      yield concatBytes([packetLine(command), FLUSH])
      for await (const portion of pack.portions()) {
        bytes += portion.length
        yield portion
      }
    },
  }
  const { lines, said } = await send(host, operation, target, body)

  if (lines.includes(`ok ${ref}`)) {
    operation.report({ phase: 'uploading', done: all, all, bytes })
    operation.report({ phase: 'committing', done: 1, all: 2, bytes })
    return { kind: 'done', commit: objects.commit }
  }
  const isClear = lines.some((line) => /^(?:ng |unpack (?!ok))/.test(line))
  if (!isClear || lines.some(isRace)) {
    return whereItWent(host, operation, packing, objects.commit)
  }
  const reason = lines.find((line) => line.startsWith(`ng ${ref} `))?.slice(`ng ${ref} `.length)
  const refusal = ruleRefusal(`${reason ?? ''}\n${said}`, target)
  if (refusal) throw refusal
  return { kind: 'refused' }
}

const isRace = (line: string): boolean =>
  /^ng .*(?:fetch first|non-fast-forward|stale info|cannot lock ref)/.test(line)

/** After a lost, truncated or conflicting answer, the branch is read. */
async function whereItWent(
  host: Host,
  operation: Operation,
  { target, head }: Packing,
  commit: string,
): Promise<PackOutcome> {
  const at = await whereIs(host, operation, target)
  const move = { target, commit, head: head ?? '', at }
  if (await isLanded(host, operation, move)) return { kind: 'done', commit }
  // An empty repository has no branch either.
  return { kind: at === head || (head === null && at === 'empty') ? 'refused' : 'moved' }
}

async function send(
  host: Host,
  operation: Operation,
  { owner, name }: Target,
  body: LargeBody,
): Promise<PackAnswer> {
  try {
    const answer = await host.call(operation, {
      method: 'POST',
      path: `${repositoryPath({ owner, name }).slice('/repos'.length)}.git/git-receive-pack`,
      gitBody: { type: 'git-receive-pack', body },
      raw: 'git',
      isFinal: true,
    })
    return answer.status === 200
      ? readReport(answer.bytes)
      : { lines: [`ng ${answer.status}`], said: '' }
  } catch (error) {
    if (isNoAnswer(error)) return { lines: [], said: '' }
    throw error
  }
}

async function objectsOf(host: Host, operation: Operation, packing: Packing) {
  const { edits, contents, there, trees, tree, parent, message } = packing
  const blobs = new Map<string, Bytes>()
  for (const [path, entry] of edits) {
    if (!entry || entry.mode === '160000' || there.has(entry.sha)) continue
    if (!blobs.has(entry.sha)) blobs.set(entry.sha, await requireContent(contents, path, entry.sha))
  }
  const signature =
    packing.signature ?? (await readSignature(host, operation, packing.target.owner))
  const body = encodeUtf8(
    `tree ${tree}\n${parent ? `parent ${parent}\n` : ''}author ${signature}\ncommitter ${signature}\n\n${message}\n`,
  )
  const list: PackObject[] = [
    { type: 'commit', body },
    ...[...trees.values()].map((one): PackObject => ({ type: 'tree', body: one })),
    ...[...blobs.values()].map((one): PackObject => ({ type: 'blob', body: one })),
  ]
  return { list, commit: await objectName('commit', body), signature }
}

/** The address that GitHub uses for members with a hidden one. */
async function readSignature(host: Host, operation: Operation, owner: string): Promise<string> {
  const answer = await host.call(operation, { method: 'GET', path: '/user' })
  if (answer.status !== 200) throw refusalOf(answer, { owner }, false)
  const login = textAt(answer.body, 'login')
  const name = valueAt(answer.body, 'name')
  const shown = (typeof name === 'string' ? name : '').replace(/[<>\n\0]/g, '').trim() || login
  const seconds = Math.floor(host.now() / 1000)

  return `${shown} <${valueAt(answer.body, 'id')}+${login}@users.noreply.github.com> ${seconds} +0000`
}

/** More specific patterns first, because most refusals also mention the rules. */
const REASONS: readonly [RegExp, SyncErrorCode][] = [
  [/push protection|push cannot contain secrets|GH009/i, 'secret_refused'],
  [/GH001|file size limit|exceeds GitHub's/i, 'file_too_large'],
  [/without `?workflows?`? (?:permission|scope)/i, 'workflow_denied'],
  [/signature|signed commit/i, 'signature_required'],
  [/GH006|GH013|rule violations|protected branch|pull request|hook declined/i, 'branch_protected'],
]

/** Why a rule refuses a push, in GitHub's words; null if it is not a rule. */
function ruleRefusal(text: string, target: Target): SyncError | null {
  const code = REASONS.find(([pattern]) => pattern.test(text))?.[1]
  if (!code) return null
  const { owner, name, branch } = target
  const [, path = branch] = /\bpath: (.+?)(?::\d+)?$/m.exec(text) ?? []
  const said = text.trim().slice(0, MAX_SAID)

  return new SyncError(code, { owner, name, branch, repo: `${owner}/${name}`, path, said })
}

import type { Actor } from '#github/access/actor.ts'
import type { Opened } from '#github/access/open-repository.ts'
import { mustHoldNoSecret } from '#github/access/push-protection.ts'
import { mustObeyRules } from '#github/access/rules.ts'
import { push } from '#github/actions/push.ts'
import { missingField, notFound, Refusal } from '#github/api/errors.ts'
import { fromBase64 } from '#github/api/read-body.ts'
import { editTree, entryAt } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { problemWithRefName } from '#github/git/refs.ts'
import { mustBeMessage, readSignature } from '#github/git-api/read-commit.ts'
import { mustBePath } from '#github/git-api/read-tree-edits.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'

type Input = { path: string; isRemoval: boolean } & Readonly<Record<string, unknown>>

/** Adds, replaces or removes one file with a commit. The first one creates an empty repository's branch. */
export async function changeFile(
  needs: GithubNeeds,
  { git, repository }: Opened,
  input: Input,
  actor: Actor,
) {
  const { path, isRemoval, message, content, author, committer } = input
  mustBeMessage(message)
  mustBePath(path, 'path')
  if (!isRemoval && typeof content !== 'string') throw missingField('Content', 'content')
  const branch = typeof input.branch === 'string' ? input.branch : repository.defaultBranch
  const ref = `refs/heads/${branch}`
  if (problemWithRefName(ref) !== null) throw new Refusal(422, `${ref} is not a valid ref name.`)
  const before = git.refs.get(ref) ?? null
  if (before === null && git.refs.all().length > 0)
    throw new Refusal(404, `Branch ${branch} not found`)

  const base = before === null ? null : (git.commit(before)?.tree ?? null)
  const isNew = mustMatch(git, base, input)
  const bytes = isRemoval ? null : fromBase64(String(content))
  if (bytes) await mustHoldNoSecret(needs, repository, bytes)
  const put = bytes && { mode: '100644' as const, sha: git.writeBlob(bytes) }
  const tree = editTree(git, base, [{ path, put }])
  const written = readSignature(author, actor.signature)
  const commit = {
    tree,
    parents: before === null ? [] : [before],
    author: written,
    committer: readSignature(committer, actor.signature),
    message,
  }
  const sha = git.writeCommit(commit)
  mustObeyRules(repository, { ref, before, after: sha }, 409)
  await push(needs, git, {
    repository,
    ref,
    before,
    after: sha,
    isForced: false,
    pusher: actor.person,
  })

  return { commit: { ...commit, sha }, entry: entryAt(git, tree, path), isNew, branch }
}

/** Replacing a file needs its SHA. Returns whether the file is new. */
function mustMatch(git: Git, base: string | null, { path, sha, isRemoval }: Input): boolean {
  const old = base === null ? undefined : entryAt(git, base, path)
  if (!old) {
    if (isRemoval) throw notFound()
    return true
  }
  if (sha === undefined) throw new Refusal(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
  if (sha !== old.sha) throw new Refusal(409, `${path} does not match ${String(sha)}`)

  return false
}

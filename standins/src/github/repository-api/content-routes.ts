import { Hono } from 'hono'
import {
  mustAllowWorkflows,
  type Opened,
  openRepository,
  WRITE_CODE,
} from '#github/access/open-repository.ts'
import { mustHoldNoSecret } from '#github/access/push-protection.ts'
import { type Actor, actorOf } from '#github/access/reach.ts'
import { mustObeyRules } from '#github/access/rules.ts'
import { push } from '#github/actions/push.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, Refusal } from '#github/api/errors.ts'
import { fromBase64, readBody } from '#github/api/read-body.ts'
import { editTree, entryAt } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { isRefName } from '#github/git/refs.ts'
import { mustBeMessage } from '#github/git-api/object-routes.ts'
import { mustBePath } from '#github/git-api/tree-routes.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/account-shapes.ts'
import { entryShape, gitCommitShape } from '#github/shapes/git-shapes.ts'

/** Writes a file by its path, with a commit of its own. */
export const contentRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>().put('/repos/:owner/:name/contents/:path{.+}', async (c) => {
    const opened = openRepository(needs, c, WRITE_CODE)
    const input = { ...(await readBody(c)), path: c.req.param('path') }
    mustAllowWorkflows(opened, [input.path])
    const { commit, entry, size, isNew, branch } = await changeFile(
      needs,
      opened,
      input,
      actorOf(needs, c),
    )
    const urls = repositoryUrls(needs, opened)

    return c.json(
      { content: entryShape(urls, entry, size, branch), commit: gitCommitShape(urls, commit) },
      isNew ? 201 : 200,
    )
  })

type Input = { path: string } & Readonly<Record<string, unknown>>

/** Adds or replaces one file with a commit. The first one creates an empty repository's branch. */
async function changeFile(
  needs: GithubNeeds,
  { git, repository }: Opened,
  input: Input,
  actor: Actor,
) {
  const { path, message, content } = input
  mustBeMessage(message)
  mustBePath(path, 'path')
  if (typeof content !== 'string') throw missingField('Content', 'content')
  const branch = typeof input.branch === 'string' ? input.branch : repository.defaultBranch
  const ref = `refs/heads/${branch}`
  if (!isRefName(ref)) throw new Refusal(422, `${ref} is not a valid ref name.`)
  const before = git.refs.get(ref) ?? null
  if (before === null && git.refs.all().length > 0)
    throw new Refusal(404, `Branch ${branch} not found`)

  const base = before === null ? null : (git.commit(before)?.tree ?? null)
  const isNew = mustMatch(git, base, input)
  const bytes = fromBase64(content)
  mustHoldNoSecret(repository, bytes)
  const entry = { mode: '100644' as const, sha: git.writeBlob(bytes) }
  const tree = editTree(git, base, [{ path, put: entry }])
  const commit = {
    tree,
    parents: before === null ? [] : [before],
    author: actor.signature,
    committer: actor.signature,
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

  const name = path.slice(path.lastIndexOf('/') + 1)

  return {
    commit: { ...commit, sha },
    entry: { ...entry, path, name },
    size: bytes.length,
    isNew,
    branch,
  }
}

/** Replacing a file needs its SHA. Returns whether the file is new. */
function mustMatch(git: Git, base: string | null, { path, sha }: Input): boolean {
  const old = base === null ? undefined : entryAt(git, base, path)
  if (!old) return true
  if (sha === undefined) throw new Refusal(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
  if (sha !== old.sha) throw new Refusal(409, `${path} does not match ${String(sha)}`)

  return false
}

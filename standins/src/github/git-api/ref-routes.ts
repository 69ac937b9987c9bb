import { type Context, Hono } from 'hono'
import { isSha } from '#formats/object.ts'
import { openGitData, READ_CODE, WRITE_CODE } from '#github/access/open-repository.ts'
import { actorOf } from '#github/access/reach.ts'
import { mustObeyRules } from '#github/access/rules.ts'
import { push } from '#github/actions/push.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { malformedSha, missingField, notFound, Refusal } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import type { Git } from '#github/git/git.ts'
import { isAncestor } from '#github/git/history.ts'
import { isRefName, refInTheWay } from '#github/git/refs.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/account-shapes.ts'
import { refShape } from '#github/shapes/git-shapes.ts'

/** Branches and tags. */
export function refRoutes(needs: GithubNeeds) {
  const named = (c: Context<ApiEnv>) => `refs/${c.req.param('ref') ?? ''}`

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/git/ref/:ref{.+}', (c) => {
      const opened = openGitData(needs, c, READ_CODE)
      const name = named(c)
      const { repository, git } = opened
      const sha = needs.memory.lags.shownSha(repository.id, name, git.refs.get(name))
      if (sha === undefined) throw notFound()
      return c.json(refShape(repositoryUrls(needs, opened), { name, sha }))
    })
    .post('/repos/:owner/:name/git/refs', async (c) => {
      const opened = openGitData(needs, c, WRITE_CODE)
      const { ref, sha } = newRef(needs, opened.git, await readBody(c))
      const pusher = actorOf(needs, c).person
      const { repository, git } = opened
      mustObeyRules(repository, { ref, before: null, after: sha }, 422)
      await push(needs, git, { repository, ref, before: null, after: sha, isForced: false, pusher })
      return c.json(refShape(repositoryUrls(needs, opened), { name: ref, sha }), 201)
    })
    .patch('/repos/:owner/:name/git/refs/:ref{.+}', async (c) => {
      const opened = openGitData(needs, c, WRITE_CODE)
      const { repository, git } = opened
      const { sha, force } = await readBody(c)
      const ref = named(c)
      const before = git.refs.get(ref)
      if (before === undefined) throw new Refusal(422, 'Reference does not exist')
      if (!isRefName(ref)) throw new Refusal(422, 'Reference update failed')
      mustBeCommit(needs, git, sha)
      const isForced = !isAncestor(git, before, sha)
      if (isForced && force !== true) throw new Refusal(422, 'Update is not a fast forward')
      mustObeyRules(repository, { ref, before, after: sha }, 422)
      const pusher = actorOf(needs, c).person
      await push(needs, git, { repository, ref, before, after: sha, isForced, pusher })
      return c.json(refShape(repositoryUrls(needs, opened), { name: ref, sha }))
    })
    .delete('/repos/:owner/:name/git/refs/:ref{.+}', async (c) => {
      const { repository, git } = openGitData(needs, c, WRITE_CODE)
      const ref = named(c)
      const before = git.refs.get(ref)
      if (before === undefined) throw new Refusal(422, 'Reference does not exist')
      if (ref === `refs/heads/${repository.defaultBranch}`) {
        throw new Refusal(422, 'Cannot delete the default branch')
      }
      mustObeyRules(repository, { ref, before, after: null }, 422)
      const pusher = actorOf(needs, c).person
      await push(needs, git, { repository, ref, before, after: null, isForced: false, pusher })
      return c.body(null, 204)
    })
}

/** Validates a new branch or tag. */
function newRef(needs: GithubNeeds, git: Git, { ref, sha }: Readonly<Record<string, unknown>>) {
  if (typeof ref !== 'string') throw missingField('Reference', 'ref')
  if (!isRefName(ref)) throw new Refusal(422, `${ref} is not a valid ref name.`)
  mustBeCommit(needs, git, sha)

  if (git.refs.get(ref) !== undefined) throw new Refusal(422, 'Reference already exists')
  if (refInTheWay(git.refs, ref) !== undefined) throw new Refusal(422, 'Reference update failed')
  return { ref, sha }
}

function mustBeCommit({ memory }: GithubNeeds, git: Git, sha: unknown): asserts sha is string {
  if (typeof sha !== 'string') throw missingField('Reference', 'sha')
  if (!isSha(sha)) throw malformedSha('sha')
  if (!git.commit(sha) || !memory.lags.isCommitKnown(sha)) {
    throw new Refusal(422, 'Object does not exist')
  }
}

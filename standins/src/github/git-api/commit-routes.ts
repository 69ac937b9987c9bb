import { Hono } from 'hono'
import type { Signature } from '#formats/commit.ts'
import { isSha } from '#formats/object.ts'
import { openGitData, READ_CODE, WRITE_CODE } from '#github/access/open-repository.ts'
import { actorOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import {
  malformedSha,
  missingField,
  notFound,
  Refusal,
  validationFailed,
} from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { gitCommitShape } from '#github/shapes/git-shapes.ts'

export const gitCommitRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/commits', async (c) => {
      const opened = openGitData(needs, c, WRITE_CODE)
      const { git } = opened
      const { message, tree, parents = [], author, committer } = await readBody(c)
      mustBeMessage(message)
      if (typeof tree !== 'string') throw missingField('Commit', 'tree')
      if (!isSha(tree)) throw malformedSha('tree')
      if (!git.tree(tree)) throw new Refusal(422, 'Tree SHA does not exist')
      if (!Array.isArray(parents) || !parents.every((sha) => isSha(String(sha)))) {
        throw malformedSha('parents')
      }
      if (parents.some((sha) => !git.commit(String(sha)))) {
        throw new Refusal(422, 'Parent SHA does not exist or is not a commit object')
      }
      const written = readSignature(author, actorOf(needs, c).signature)
      const commit = {
        tree,
        parents: parents.map(String),
        author: written,
        committer: readSignature(committer, written),
        message,
      }
      const sha = git.writeCommit(commit)
      needs.memory.lags.startCommit(sha)
      return c.json(gitCommitShape(repositoryUrls(needs, opened), { ...commit, sha }), 201)
    })
    .get('/repos/:owner/:name/git/commits/:sha', (c) => {
      const opened = openGitData(needs, c, READ_CODE)
      const sha = c.req.param('sha')
      if (!isSha(sha)) throw malformedSha('sha')
      const commit = opened.git.commit(sha)
      if (!commit) throw notFound()
      return c.json(gitCommitShape(repositoryUrls(needs, opened), { ...commit, sha }))
    })

/** Author or committer from the request; missing fields come from the caller. */
export function readSignature(input: unknown, fallback: Signature): Signature {
  if (typeof input !== 'object' || input === null) return fallback
  const { name, email, date } = input as Readonly<Record<string, unknown>>
  if (typeof name !== 'string') throw missingField('Commit', 'name')
  if (typeof email !== 'string') throw missingField('Commit', 'email')
  if (date === undefined) return { ...fallback, name, email }

  const ms = Date.parse(String(date))
  if (Number.isNaN(ms))
    throw validationFailed({ resource: 'Commit', code: 'invalid', field: 'date' })
  const zone = /([+-]\d{2}):?(\d{2})$/.exec(String(date))
  return { name, email, at: Math.floor(ms / 1000), zone: zone ? `${zone[1]}${zone[2]}` : '+0000' }
}

/** A commit needs a message with a letter in it, and git stores none with NUL. */
export function mustBeMessage(message: unknown): asserts message is string {
  if (typeof message !== 'string' || message.trim() === '') throw missingField('Commit', 'message')
  if (message.includes('\0')) {
    throw validationFailed({ resource: 'Commit', code: 'invalid', field: 'message' })
  }
}

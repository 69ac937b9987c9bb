import { Hono } from 'hono'
import { isSha } from '#formats/object.ts'
import { openGitData, READ_CODE, WRITE_CODE } from '#github/access/open-repository.ts'
import { mustHoldNoSecret } from '#github/access/push-protection.ts'
import { actorOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import {
  malformedSha,
  missingField,
  notFound,
  Refusal,
  validationFailed,
} from '#github/api/errors.ts'
import { fromBase64, readBody } from '#github/api/read-body.ts'
import { isOver } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/account-shapes.ts'
import { blobShape, gitCommitShape } from '#github/shapes/git-shapes.ts'

/** Left out, it is UTF-8. */
const ENCODINGS: unknown[] = ['utf-8', 'base64', undefined]

const blobTooLarge = () =>
  new Refusal(
    422,
    'Sorry, your input was too large to process. Consider creating the blob in a local clone of the repository and then pushing it to GitHub.',
    [{ resource: 'Blob', code: 'too_large', field: 'data' }],
  )

export const blobRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/blobs', async (c) => {
      const opened = openGitData(needs, c, WRITE_CODE)
      const { content, encoding } = await readBody(c)
      if (typeof content !== 'string') throw missingField('Blob', 'content')
      if (!ENCODINGS.includes(encoding)) {
        throw validationFailed({ resource: 'Blob', code: 'invalid', field: 'encoding' })
      }
      const bytes = encoding === 'base64' ? fromBase64(content) : Buffer.from(content)
      if (isOver(content.length, needs.memory.limits.state.blobBytes)) throw blobTooLarge()
      mustHoldNoSecret(opened.repository, bytes)
      const sha = opened.git.writeBlob(bytes)
      const url = `${repositoryUrls(needs, opened).api}/git/blobs/${sha}`
      return c.json({ sha, url }, 201, { location: url })
    })
    .get('/repos/:owner/:name/git/blobs/:sha', (c) => {
      const opened = openGitData(needs, c, READ_CODE)
      const sha = c.req.param('sha')
      if (!isSha(sha)) throw malformedSha('sha')
      const content = opened.git.blob(sha)
      if (!content) throw notFound()
      if (c.req.header('accept')?.includes('raw')) {
        return c.body(Uint8Array.from(content), 200, { 'content-type': 'application/octet-stream' })
      }
      return c.json(blobShape(repositoryUrls(needs, opened), sha, content))
    })

export const gitCommitRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/commits', async (c) => {
      const opened = openGitData(needs, c, WRITE_CODE)
      const { git } = opened
      const { message, tree, parents = [] } = await readBody(c)
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
      const { signature } = actorOf(needs, c)
      const commit = {
        tree,
        parents: parents.map(String),
        author: signature,
        committer: signature,
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

/** A commit needs a message with a letter in it, and git stores none with NUL. */
export function mustBeMessage(message: unknown): asserts message is string {
  if (typeof message !== 'string' || message.trim() === '') throw missingField('Commit', 'message')
  if (message.includes('\0')) {
    throw validationFailed({ resource: 'Commit', code: 'invalid', field: 'message' })
  }
}

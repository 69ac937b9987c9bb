import { Hono } from 'hono'
import { isSha } from '#formats/object.ts'
import { actorOf } from '#github/access/actor.ts'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE, WRITE_CODE } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import {
  emptyRepository,
  malformedSha,
  missingField,
  notFound,
  Refusal,
} from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { gitCommitShape } from '#github/shapes/commit-shapes.ts'
import { mustBeMessage, readSignature } from './read-commit.ts'

export const gitCommitRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/commits', async (c) => {
      const opened = openRepository(needs, c, WRITE_CODE)
      const { git } = opened
      const { message, tree, parents = [], author, committer } = await readBody(c)
      if (git.refs.all().length === 0) throw emptyRepository()
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
      const opened = openRepository(needs, c, READ_CODE)
      const sha = c.req.param('sha')
      if (opened.git.refs.all().length === 0) throw emptyRepository()
      if (!isSha(sha)) throw malformedSha('sha')
      const commit = opened.git.commit(sha)
      if (!commit) throw notFound()
      return c.json(gitCommitShape(repositoryUrls(needs, opened), { ...commit, sha }))
    })

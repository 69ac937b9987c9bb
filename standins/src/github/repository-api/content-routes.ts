import { type Context, Hono } from 'hono'
import { actorOf } from '#github/access/actor.ts'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE, WRITE_CODE } from '#github/access/repository-rights.ts'
import { mustAllowWorkflows } from '#github/access/workflows.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { entryAt } from '#github/git/files.ts'
import { resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { gitCommitShape } from '#github/shapes/commit-shapes.ts'
import { entryShape, fileShape } from '#github/shapes/content-shapes.ts'
import { changeFile } from './change-file.ts'

/** Files by their path. Writing one is a commit of its own. */
export function contentRoutes(needs: GithubNeeds) {
  const read = (c: Context<ApiEnv>) => {
    const opened = openRepository(needs, c, READ_CODE)
    const { git, repository } = opened
    if (git.refs.all().length === 0) throw new Refusal(404, 'This repository is empty.')
    const ref = c.req.query('ref') ?? repository.defaultBranch
    const head = resolve(git, ref)
    const tree = head === undefined ? undefined : git.commit(head)?.tree
    if (tree === undefined) throw new Refusal(404, `No commit found for the ref ${ref}`)
    const entry = entryAt(git, tree, c.req.param('path') ?? '')
    if (!entry) throw notFound()

    const urls = repositoryUrls(needs, opened)
    const inside = git.tree(entry.sha)
    if (inside) {
      const folder = entry.path === '' ? '' : `${entry.path}/`
      return c.json(
        inside.map((one) =>
          entryShape(
            urls,
            { ...one, path: folder + one.name },
            git.blob(one.sha)?.length ?? 0,
            ref,
          ),
        ),
      )
    }
    const content = git.blob(entry.sha) ?? Buffer.alloc(0)
    if (c.req.header('accept')?.includes('raw')) {
      return c.body(Uint8Array.from(content), 200, { 'content-type': 'application/octet-stream' })
    }
    return c.json(fileShape(urls, { entry, content, ref }))
  }

  const write = (isRemoval: boolean) => async (c: Context<ApiEnv>) => {
    const opened = openRepository(needs, c, WRITE_CODE)
    const input = { ...(await readBody(c)), path: c.req.param('path') ?? '', isRemoval }
    mustAllowWorkflows(opened, [input.path])
    const { commit, entry, isNew, branch } = await changeFile(
      needs,
      opened,
      input,
      actorOf(needs, c),
    )
    const urls = repositoryUrls(needs, opened)
    const size = entry ? (opened.git.blob(entry.sha)?.length ?? 0) : 0
    return c.json(
      {
        content: entry ? entryShape(urls, entry, size, branch) : null,
        commit: gitCommitShape(urls, commit),
      },
      isNew ? 201 : 200,
    )
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/contents', read)
    .get('/repos/:owner/:name/contents/:path{.+}', read)
    .put('/repos/:owner/:name/contents/:path{.+}', write(false))
    .delete('/repos/:owner/:name/contents/:path{.+}', write(true))
}

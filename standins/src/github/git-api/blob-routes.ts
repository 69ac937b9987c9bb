import { Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE, WRITE_CODE } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { emptyRepository, missingField, notFound } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { blobShape } from '#github/shapes/git-shapes.ts'

export const blobRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .post('/repos/:owner/:name/git/blobs', async (c) => {
      const opened = openRepository(needs, c, WRITE_CODE)
      const { content, encoding } = await readBody(c)
      if (opened.git.refs.all().length === 0) throw emptyRepository()
      if (typeof content !== 'string') throw missingField('Blob', 'content')
      const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
      const sha = opened.git.writeBlob(bytes)
      const url = `${repositoryUrls(needs, opened).api}/git/blobs/${sha}`
      return c.json({ sha, url }, 201, { location: url })
    })
    .get('/repos/:owner/:name/git/blobs/:sha', (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const sha = c.req.param('sha')
      const content = opened.git.blob(sha)
      if (!content) throw notFound()
      if (c.req.header('accept')?.includes('raw')) {
        return c.body(Uint8Array.from(content), 200, { 'content-type': 'application/octet-stream' })
      }
      return c.json(blobShape(repositoryUrls(needs, opened), sha, content))
    })

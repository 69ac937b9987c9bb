import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { zipOf } from '#formats/zip.ts'
import { entryAt } from '#github/git/files.ts'
import { resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { isSigned } from './archive-links.ts'
import { archivedFiles } from './archived-files.ts'
import { tarOf } from './tar.ts'

const SHORT = 7

/** Archives and raw files, at the addresses that the API gives. */
export function downloadRoutes(needs: GithubNeeds): Hono {
  const { people, repositories, gits } = needs.memory
  const found = (login: string, name: string) => {
    const owner = people.accountOf(login)
    const repository = owner && repositories.named(owner.id, name)
    return repository && { owner, repository, git: gits.of(repository) }
  }

  return new Hono()
    .get('/codeload/:owner/:name/:format{legacy\\.(?:tar\\.gz|zip)}/:sha', (c) => {
      const { owner: login, name, format, sha } = c.req.param()
      const known = found(login, name)
      const commit = known?.git.commit(sha)
      if (!known || !commit) return c.text('404: Not Found\n', 404)
      const { repository, owner, git } = known
      if (repository.isPrivate && !isSigned(needs, c.req.path, c.req.query('token'))) {
        return c.text('404: Not Found\n', 404)
      }
      const folder = `${owner.login}-${repository.name}-${sha.slice(0, SHORT)}`
      const files = archivedFiles(git, { ...commit, sha }, folder)
      const isZip = format === 'legacy.zip'
      const bytes = isZip ? zipOf(files) : gzipSync(tarOf(files, commit.committer.at))
      return c.body(Uint8Array.from(bytes), 200, {
        'content-type': isZip ? 'application/zip' : 'application/x-gzip',
        'content-disposition': `attachment; filename=${folder}.${isZip ? 'zip' : 'tar.gz'}`,
      })
    })
    .get('/:owner/:name/raw/:ref/:path{.+}', (c) => {
      const known = found(c.req.param('owner'), c.req.param('name'))
      const head = known && resolve(known.git, c.req.param('ref'))
      const tree = head === undefined ? undefined : known?.git.commit(head)?.tree
      const entry =
        tree === undefined ? undefined : known && entryAt(known.git, tree, c.req.param('path'))
      const content = entry && known?.git.blob(entry.sha)
      if (!content) return c.text('404: Not Found\n', 404)
      return c.body(Uint8Array.from(content), 200, {
        'content-type': content.includes(0)
          ? 'application/octet-stream'
          : 'text/plain; charset=utf-8',
        // Pushed content must not run as a page.
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
    })
}

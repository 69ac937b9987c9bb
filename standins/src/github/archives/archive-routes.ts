import { type Context, Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound } from '#github/api/errors.ts'
import { resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { signLink } from './archive-links.ts'

/** Redirects to the archive of a commit; the download has another address. */
export function archiveRoutes(needs: GithubNeeds) {
  const send = (format: 'legacy.tar.gz' | 'legacy.zip') => (c: Context<ApiEnv>) => {
    const { repository, owner, git } = openRepository(needs, c, READ_CODE)
    const sha = resolve(git, c.req.param('ref') ?? repository.defaultBranch)
    if (sha === undefined) throw notFound()
    const path = `/codeload/${owner.login}/${repository.name}/${format}/${sha}`
    const token = repository.isPrivate ? `?token=${signLink(needs, path)}` : ''
    return c.redirect(addressesOf(needs).web + path + token, 302)
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/tarball', send('legacy.tar.gz'))
    .get('/repos/:owner/:name/tarball/:ref{.+}', send('legacy.tar.gz'))
    .get('/repos/:owner/:name/zipball', send('legacy.zip'))
    .get('/repos/:owner/:name/zipball/:ref{.+}', send('legacy.zip'))
}

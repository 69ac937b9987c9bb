import { Hono } from 'hono'
import type { ApiEnv, Bot } from '#github/api/api-env.ts'
import { requireApp, requireBot } from '#github/api/caller.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { readOptionalBody } from '#github/api/read-body.ts'
import { covers } from '#github/installations/installation.ts'
import { findInstallation } from '#github/installations/installation-memory.ts'
import { issueInstallationToken } from '#github/installations/installation-tokens.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepositories } from '#github/shapes/render-repository.ts'
import { githubTime } from '#github/shapes/user-shapes.ts'
import { narrowedRights } from './narrowed-rights.ts'

/** Installation tokens, and the repositories they give access to. */
export function accessTokenRoutes(needs: GithubNeeds) {
  const { installations, repositories } = needs.memory
  const asAdmin = () => 'admin' as const

  return new Hono<ApiEnv>()
    .post('/app/installations/:id/access_tokens', async (c) => {
      const app = requireApp(c)
      const installation = findInstallation(installations.state, Number(c.req.param('id')))
      if (installation?.clientId !== app.clientId) throw notFound()
      if (installation.suspended) throw new Refusal(403, 'This installation has been suspended')
      const covered = repositories.all().filter((one) => covers(installation, one))
      const rights = narrowedRights(app, covered, await readOptionalBody(c))
      const issued = await installations.change((state) =>
        issueInstallationToken(state, installation, rights, needs.clock.now()),
      )
      const named = covered.filter((one) => rights.repositoryIds?.includes(one.id))
      const isAll = installation.selection === 'all' && rights.repositoryIds === null
      return c.json(
        {
          token: issued.token,
          expires_at: githubTime(issued.until),
          permissions: issued.permissions,
          repository_selection: isAll ? 'all' : 'selected',
          ...(rights.repositoryIds && { repositories: renderRepositories(needs, named, asAdmin) }),
        },
        201,
      )
    })
    .get('/installation/repositories', (c) => {
      const bot = requireBot(c)
      const seen = repositories.all().filter((one) => isOpenTo(bot, one))
      return c.json({
        total_count: seen.length,
        repository_selection: bot.installation.selection === 'all' ? 'all' : 'selected',
        repositories: renderRepositories(needs, pageOf(c, seen), asAdmin),
      })
    })
}

const isOpenTo = ({ installation, token }: Bot, repository: Repository) =>
  covers(installation, repository) &&
  (token.repositoryIds === null || token.repositoryIds.includes(repository.id))

import { type Context, Hono } from 'hono'
import type { ApiEnv, Bot } from '#github/api/api-env.ts'
import { requireApp, requireBot } from '#github/api/caller.ts'
import { authenticateApplication } from '#github/api/credentials.ts'
import { notFound, Refusal, requiresAuthentication, validationFailed } from '#github/api/errors.ts'
import { pageOf, readBody, readOptionalBody } from '#github/api/read-body.ts'
import { findToken, forgetToken, revokeGrant, type Token } from '#github/grants/grants.ts'
import {
  covers,
  findInstallation,
  installationOn,
  issueInstallationToken,
} from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Access, Permissions, Registration } from '#github/registrations/registration.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { githubTime, renderInstallation } from '#github/shapes/account-shapes.ts'
import { renderRepositories } from '#github/shapes/repository-shapes.ts'
import { announceRevocation } from '#github/webhooks/events.ts'

/** The app's installation on a repository, tokens for it, and the repositories they give access to. */
export function accessTokenRoutes(needs: GithubNeeds) {
  const { installations, people, repositories } = needs.memory
  const asAdmin = () => 'admin' as const

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/installation', (c) => {
      const { clientId } = requireApp(c)
      const owner = people.accountOf(c.req.param('owner'))
      const repository = owner && repositories.named(owner.id, c.req.param('name'))
      const found = repository && installationOn(installations.state, clientId, owner.id)
      if (!found) throw notFound()
      return c.json(renderInstallation(needs, found))
    })
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

type Rights = { permissions: Permissions; repositoryIds: number[] | null }
type Input = Readonly<Record<string, unknown>>

/** An app may narrow its permissions, never widen them. */
function narrowedRights(app: Registration, covered: readonly Repository[], input: Input): Rights {
  return {
    permissions: permissionsIn(app, input.permissions),
    repositoryIds: repositoriesIn(covered, input),
  }
}

function permissionsIn({ permissions }: Registration, wanted: unknown): Permissions {
  if (typeof wanted !== 'object' || wanted === null) return permissions
  const asked = Object.entries(wanted) as [string, Access][]
  const isTooMuch = asked.some(
    ([name, access]) => permissions[name] !== 'write' && permissions[name] !== access,
  )
  if (isTooMuch) {
    throw new Refusal(422, 'The permissions requested are not granted to this installation.')
  }

  return Object.fromEntries(asked)
}

function repositoriesIn(covered: readonly Repository[], input: Input): number[] | null {
  const ids = input.repository_ids
  if (!Array.isArray(ids)) return null

  return ids.map((wanted) => {
    const found = covered.find(({ id }) => id === wanted)
    if (!found) {
      throw new Refusal(
        422,
        'There is at least one repository that does not exist or is not accessible to the parent installation.',
      )
    }
    return found.id
  })
}

/** A program manages its own tokens; it authenticates with its client secret. */
export function applicationRoutes(needs: GithubNeeds) {
  const { memory, clock } = needs
  const { grants, people } = memory

  const ownToken = async (c: Context<ApiEnv>): Promise<Token> => {
    const clientId = authenticateClient(needs, c)
    const { access_token: accessToken } = await readBody(c)
    if (typeof accessToken !== 'string') {
      throw validationFailed({
        resource: 'OauthAccess',
        code: 'missing_field',
        field: 'access_token',
      })
    }
    const token = findToken(grants.state, accessToken, clock.now())
    if (token?.clientId !== clientId) throw notFound()
    return token
  }

  return new Hono<ApiEnv>()
    .post('/applications/:client_id/token', async (c) => {
      const { accessToken, renewal } = await ownToken(c)
      // GitHub describes the program and the user as well, which nothing of ours reads.
      return c.json({ token: accessToken, scopes: [], expires_at: githubTime(renewal.accessUntil) })
    })
    .delete('/applications/:client_id/token', async (c) => {
      const token = await ownToken(c)
      await grants.change((state) => forgetToken(state, token))
      return c.body(null, 204)
    })
    .delete('/applications/:client_id/grant', async (c) => {
      const token = await ownToken(c)
      const person = people.byId(token.personId)
      await grants.change((state) => revokeGrant(state, token))
      if (person) announceRevocation(needs, token.clientId, person)
      return c.body(null, 204)
    })
}

function authenticateClient(needs: GithubNeeds, c: Context<ApiEnv>): string {
  const authorization = c.req.header('authorization')
  if (!authorization) throw requiresAuthentication()
  const application = authenticateApplication(needs, authorization)
  // A wrong secret and another client's id get the same answer.
  if (!application || application.clientId !== c.req.param('client_id')) throw notFound()

  return application.clientId
}

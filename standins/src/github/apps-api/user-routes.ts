import { Hono } from 'hono'
import { hasMembership, roleOf } from '#github/access/reach.ts'
import type { ApiEnv, Caller } from '#github/api/api-env.ts'
import { requireRight, requireUser } from '#github/api/caller.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/read-body.ts'
import { covers, type Installation } from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type Account, roleIn } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { addressesOf, fullUser, renderInstallation } from '#github/shapes/account-shapes.ts'
import { renderRepositories } from '#github/shapes/repository-shapes.ts'

const READ_EMAILS = {
  permission: 'emails',
  access: 'read' as const,
  scopes: ['user', 'user:email'],
}

export const userRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .get('/user', (c) => c.json(render(needs, requireUser(c).person)))
    .get('/user/emails', (c) => c.json(pageOf(c, requireRight(c, READ_EMAILS).person.emails)))
    .get('/users/:login', (c) => {
      const account = needs.memory.people.accountOf(c.req.param('login'))
      if (!account) throw notFound()
      return c.json(render(needs, account))
    })

function render(needs: GithubNeeds, account: Account) {
  const isShown = ({ ownerId, isPrivate }: Repository) => ownerId === account.id && !isPrivate
  const publicRepos = needs.memory.repositories.all().filter(isShown).length

  return fullUser(addressesOf(needs), account, publicRepos)
}

/** Installations visible to a user token: proves that an installation id is real. */
export const userInstallationRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .get('/user/installations', (c) => {
      const theirs = installationsFor(needs, requireUser(c))
      const page = pageOf(c, theirs).map((one) => renderInstallation(needs, one))
      return c.json({ total_count: theirs.length, installations: page })
    })
    .get('/user/installations/:id/repositories', (c) => {
      const caller = requireUser(c)
      const id = Number(c.req.param('id'))
      const installation = installationsFor(needs, caller).find((one) => one.id === id)
      if (!installation) throw notFound()
      const seen = needs.memory.repositories
        .all()
        .filter((one) => covers(installation, one) && hasMembership(needs, caller.person, one))
      const page = renderRepositories(needs, pageOf(c, seen), (one) =>
        roleOf(needs, caller.person, one),
      )
      return c.json({
        total_count: seen.length,
        repository_selection: installation.selection === 'all' ? 'all' : 'selected',
        repositories: page,
      })
    })

/** On their own account, and on organisations that they belong to. */
function installationsFor({ memory }: GithubNeeds, caller: Caller): Installation[] {
  const { person, program } = caller
  if (program.kind !== 'github-app') {
    throw new Refusal(
      403,
      'You must authenticate with an access token authorized to a GitHub App in order to list installations',
    )
  }
  const organisationIds = memory.people
    .organisations()
    .filter((one) => roleIn(one, person.id) !== null)
    .map(({ id }) => id)

  return memory.installations.state.installations.filter(
    ({ clientId, accountId }) =>
      clientId === program.clientId &&
      (accountId === person.id || organisationIds.includes(accountId)),
  )
}

import { Hono } from 'hono'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Account } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { fullUser } from '#github/shapes/user-shapes.ts'
import type { ApiEnv } from './api-env.ts'
import { requireRight, requireUser } from './caller.ts'
import { notFound } from './errors.ts'
import { pageOf } from './paging.ts'

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

import { Hono } from 'hono'
import type { GithubNeeds } from '#github/needs.ts'
import { addressesOf } from './addresses.ts'
import type { ApiEnv } from './api-env.ts'
import { mustBeCalled } from './caller.ts'
import { notFound } from './errors.ts'
import { pageOf } from './paging.ts'
import { mayUse } from './rights.ts'
import { fullUser } from './user-shapes.ts'

const READ_EMAILS = {
  permission: 'emails',
  access: 'read' as const,
  scopes: ['user', 'user:email'],
}

export const userRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .get('/user', (c) => c.json(fullUser(addressesOf(needs), mustBeCalled(c).person)))
    .get('/user/emails', (c) => c.json(pageOf(c, mayUse(c, READ_EMAILS).person.emails)))
    .get('/users/:login', (c) => {
      const person = needs.memory.people.byLogin(c.req.param('login'))
      if (!person) throw notFound()
      return c.json(fullUser(addressesOf(needs), person))
    })

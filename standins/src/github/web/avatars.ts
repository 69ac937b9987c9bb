import { Hono } from 'hono'
import type { Account } from '#github/people/organisation.ts'
import { portrait } from '#oauth/portrait.ts'

export const avatarOf = ({ id }: Account): string => `/avatars/u/${id}`

export const avatarRoutes = (): Hono =>
  new Hono().get('/avatars/u/:id{\\d+}', (c) =>
    c.body(portrait(`github ${c.req.param('id')}`), 200, {
      'content-type': 'image/png',
      'cache-control': 'max-age=300',
      'x-content-type-options': 'nosniff',
    }),
  )

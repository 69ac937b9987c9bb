import { Hono } from 'hono'
import { avatarImage } from '#oauth/avatar-image.ts'
import { claimsAbout } from './claims.ts'
import { findPerson, type GoogleNeeds } from './needs.ts'
import { findToken } from './tokens.ts'

/** Userinfo for an access token, and avatars. */
export const userinfoRoutes = (needs: GoogleNeeds): Hono =>
  new Hono()
    .get('/v1/userinfo', (c) => {
      const text = /^bearer +(.*)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
      const token = findToken(needs.memory.google.state, text, 'access', needs.clock.now())
      const person = token && findPerson(needs, token.sub)
      if (person) return c.json(claimsAbout(person, token.scopes, needs.addresses.http))

      c.header('www-authenticate', 'Bearer realm="Google", error="invalid_token"')
      return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
    })
    .get('/avatars/:sub{\\d+}', (c) =>
      c.body(avatarImage(`google ${c.req.param('sub')}`), 200, {
        'content-type': 'image/png',
        'cache-control': 'max-age=300',
        'x-content-type-options': 'nosniff',
      }),
    )

import { Hono } from 'hono'
import { html } from 'hono/html'
import { avatarImage } from '#oauth/avatar-image.ts'
import { personLine } from '#oauth/person-choice.ts'
import { rows } from '#runtime/kit.ts'
import type { GoogleNeeds } from './memory.ts'
import { lineOf } from './person.ts'

/** The people who can sign in, and their avatars. */
export const peopleRoutes = ({ memory, showPage }: GoogleNeeds): Hono =>
  new Hono()
    .get('/', (c) =>
      showPage(c, {
        title: 'People',
        body: html`<h1>People</h1>${rows(memory.google.state.people.map((one) => personLine(lineOf(one))))}`,
      }),
    )
    .get('/avatars/:sub{\\d+}', (c) =>
      c.body(avatarImage(`google ${c.req.param('sub')}`), 200, {
        'content-type': 'image/png',
        'cache-control': 'max-age=300',
        'x-content-type-options': 'nosniff',
      }),
    )

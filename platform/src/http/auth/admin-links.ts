import * as z from 'zod/mini'
import { generateLink, linkTypes } from '#identity/admin/generate-link.ts'
import { inviteUser } from '#identity/admin/invite-user.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Route } from './auth-needs.ts'
import { clientOf, requireAdmin } from './caller.ts'
import { metadata, text } from './fields.ts'
import { readBody } from './read-body.ts'
import { readRedirectTo } from './redirect-parameters.ts'

export const inviteBody = z.object({ email: z._default(z.string(), ''), data: metadata })

export const postInvite: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const { email, data } = await readBody(c, inviteBody)
  const redirect = { redirectTo: readRedirectTo(needs, c), pkce: null }

  return c.json(await inviteUser(needs.identity, { email, data, redirect, client: clientOf(c) }))
}

export const linkBody = z.object({
  type: text,
  email: z._default(z.string(), ''),
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
})

export const postGenerateLink: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const body = await readBody(c, linkBody)
  const type = linkTypes.find((one) => one === body.type)
  if (!type) throw validationFailed('Invalid email action link type requested')

  const reply = await generateLink(needs.identity, {
    type,
    email: body.email,
    newEmail: body.new_email,
    password: body.password,
    data: body.data,
    redirectTo: readRedirectTo(needs, c, body.redirect_to),
    client: clientOf(c),
  })
  return c.json(reply)
}

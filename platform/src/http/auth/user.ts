import * as z from 'zod/mini'
import { userJson } from '#identity/accounts/user-json.ts'
import { notAdmin, validationFailed } from '#identity/errors.ts'
import { requestReauthentication } from '#identity/flows/reauthenticate.ts'
import { type SignOutScope, signOut } from '#identity/flows/sign-out.ts'
import { updateOwnAccount } from '#identity/flows/update-own-account.ts'
import { signedInAs } from '#identity/sessions/authorise.ts'
import type { Route } from './auth-needs.ts'
import { clientOf, matchesAudience, memberOf } from './caller.ts'
import { pkceFields, text } from './fields.ts'
import { setPresenterCookie } from './presenter.ts'
import { readBody } from './read-body.ts'
import { readRedirect } from './redirect-parameters.ts'

export const getUser: Route = (needs) => async (c) => {
  const member = await memberOf(needs, c)
  if (!matchesAudience(c, member)) {
    throw validationFailed("Token audience doesn't match request audience")
  }
  return c.json(userJson(member.account))
}

export const userBody = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: z.optional(z.record(z.string(), z.unknown())),
  app_metadata: z.optional(z.unknown()),
  ...pkceFields,
})

export const putUser: Route = (needs) => async (c) => {
  const member = await memberOf(needs, c)
  const body = await readBody(c, userBody)
  if (body.app_metadata !== undefined) {
    throw notAdmin('Updating app_metadata requires admin privileges')
  }

  const user = await updateOwnAccount(needs.identity, member, {
    email: body.email,
    phone: body.phone,
    password: body.password,
    currentPassword: body.current_password,
    nonce: body.nonce,
    data: body.data,
    redirect: readRedirect(needs, c, body),
    client: clientOf(c),
  })
  if (user.is_anonymous && (body.email || body.phone)) {
    setPresenterCookie(c, needs.identity, member)
  }
  return c.json(user)
}

const SCOPES: readonly SignOutScope[] = ['global', 'local', 'others']

export const postLogout: Route = (needs) => async (c) => {
  const member = await memberOf(needs, c)
  const requested = c.req.query('scope') || 'global'
  const scope = SCOPES.find((one) => one === requested)
  if (!scope) throw validationFailed('Unsupported logout scope: use global, local or others')

  await signOut(needs.identity, signedInAs(member), scope, clientOf(c))
  return c.body(null, 204)
}

export const getReauthenticate: Route = (needs) => async (c) => {
  const member = await memberOf(needs, c)

  await requestReauthentication(needs.identity, signedInAs(member), clientOf(c))
  return c.json({})
}

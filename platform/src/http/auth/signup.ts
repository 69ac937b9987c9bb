import * as z from 'zod/mini'
import { validationFailed } from '#identity/errors.ts'
import { signInAnonymously } from '#identity/flows/sign-in-anonymously.ts'
import { signUp } from '#identity/flows/sign-up.ts'
import { signUpByPhone } from '#identity/flows/sign-up-by-phone.ts'
import type { Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import { metadata, pkceFields, text } from './fields.ts'
import { takeFor } from './limits.ts'
import { readBody } from './read-body.ts'
import { readRedirect } from './redirect-parameters.ts'

export const signupBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  ...pkceFields,
})

export const postSignup: Route = (needs) => async (c) => {
  const body = await readBody(c, signupBody)
  const { email, phone, password, data } = body
  const client = clientOf(c)

  if (!email && !phone) {
    await takeFor(needs, c, 'anonymous')
    return c.json(await signInAnonymously(needs.identity, data, client))
  }
  const redirect = readRedirect(needs, c, body)
  if (!password) throw validationFailed('Signup requires a valid password')
  if (email && phone)
    throw validationFailed('Only an email address or phone number should be provided on signup.')

  return email
    ? c.json(await signUp(needs.identity, { email, password, data, redirect, client }))
    : c.json(await signUpByPhone(needs.identity, { phone: phone ?? '', password, data, client }))
}

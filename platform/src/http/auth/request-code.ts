import * as z from 'zod/mini'
import { validationFailed } from '#identity/errors.ts'
import { requestLink } from '#identity/flows/request-link.ts'
import { requestRecovery } from '#identity/flows/request-recovery.ts'
import { requestText } from '#identity/flows/request-text.ts'
import { resend, resendTypes } from '#identity/flows/resend.ts'
import type { Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import { metadata, pkceFields, text } from './fields.ts'
import { readBody } from './read-body.ts'
import { readRedirect } from './redirect-parameters.ts'

export const otpBody = z.object({
  email: text,
  phone: text,
  create_user: z._default(z.boolean(), true),
  data: metadata,
  ...pkceFields,
})

export const postOtp: Route = (needs) => async (c) => {
  const body = await readBody(c, otpBody)
  const { email, phone, create_user: mayCreate, data } = body
  const redirect = readRedirect(needs, c, body)
  const client = clientOf(c)
  if (!email && !phone) throw validationFailed('One of email or phone must be set')
  if (email && phone)
    throw validationFailed('Only an email address or phone number should be provided')

  if (email) await requestLink(needs.identity, { email, mayCreate, data, redirect, client })
  else await requestText(needs.identity, { phone: phone ?? '', mayCreate, data, client })
  return c.json({})
}

export const magicLinkBody = z.object({ email: text, data: metadata, ...pkceFields })

/** The older endpoint for the same purpose, only by e-mail. */
export const postMagicLink: Route = (needs) => async (c) => {
  const body = await readBody(c, magicLinkBody)
  const { email, data } = body
  if (!email) throw validationFailed('Password recovery requires an email')

  await requestLink(needs.identity, {
    email,
    mayCreate: true,
    data,
    redirect: readRedirect(needs, c, body),
    client: clientOf(c),
  })
  return c.json({})
}

export const recoverBody = z.object({ email: text, ...pkceFields })

export const postRecover: Route = (needs) => async (c) => {
  const body = await readBody(c, recoverBody)
  if (!body.email) throw validationFailed('Password recovery requires an email')

  await requestRecovery(needs.identity, {
    email: body.email,
    redirect: readRedirect(needs, c, body),
    client: clientOf(c),
  })
  return c.json({})
}

export const resendBody = z.object({ type: text, email: text, phone: text, ...pkceFields })

export const postResend: Route = (needs) => async (c) => {
  const body = await readBody(c, resendBody)
  const type = resendTypes.find((one) => one === body.type)
  if (!type) throw validationFailed(`Missing one of these types: ${resendTypes.join(', ')}`)

  const isMail = type === 'signup' || type === 'email_change'
  const [address, other] = isMail ? [body.email, body.phone] : [body.phone, body.email]
  if (!address || other) {
    throw validationFailed(
      `Type provided requires ${isMail ? 'an email address' : 'a phone number'}`,
    )
  }
  const redirect = readRedirect(needs, c, body)
  await resend(needs.identity, { type, address, redirect, client: clientOf(c) })
  return c.json({})
}

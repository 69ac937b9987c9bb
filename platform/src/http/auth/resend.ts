import * as z from 'zod/mini'
import { validationFailed } from '#identity/errors.ts'
import { resend, resendTypes } from '#identity/flows/resend.ts'
import type { Route } from './auth-needs.ts'
import { pkceFields, text } from './fields.ts'
import { readBody } from './read-body.ts'
import { clientOf } from './speaker.ts'
import { wayBackOf } from './way-back.ts'

const resendBody = z.object({ type: text, email: text, phone: text, ...pkceFields })

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
  const wayBack = wayBackOf(needs, c, body)
  await resend(needs.identity, { type, address, wayBack, client: clientOf(c) })
  return c.json({})
}

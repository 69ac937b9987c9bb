import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { validationFailed } from '#identity/errors.ts'
import { redeemCode } from '#identity/flows/redeem-code.ts'
import { redeemLink } from '#identity/flows/redeem-link.ts'
import {
  type EmailType,
  emailTypes,
  type PhoneType,
  phoneTypes,
} from '#identity/one-time/code-kinds.ts'
import type { Route } from './auth-needs.ts'
import { text } from './fields.ts'
import { presenterOf } from './presenter.ts'
import { readBody } from './read-body.ts'

export const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
})
type VerifyBody = z.infer<typeof verifyBody>

export const HALF_DONE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export const postVerify: Route = (needs) => async (c) => {
  const body = await readBody(c, verifyBody)
  if (!body.type) throw validationFailed('Verify requires a verification type')
  if (Boolean(body.token) === Boolean(body.token_hash)) {
    throw validationFailed('Verify requires either a token or a token hash')
  }

  const presenter = await presenterOf(needs, c)
  const session = body.token_hash
    ? await redeemLink(needs.identity, readLink(body, body.token_hash), presenter)
    : await redeemCode(needs.identity, readCode(body, body.token ?? ''), presenter)
  return c.json(session ?? { msg: HALF_DONE, code: '200' })
}

function readLink({ type = '', email, phone, redirect_to }: VerifyBody, link: string) {
  if (email || phone || redirect_to) {
    throw validationFailed('Only the token_hash and type should be provided')
  }
  return { type: emailType(type), link }
}

function readCode({ type = '', email, phone }: VerifyBody, code: string) {
  if (email) return { type: emailType(type), address: knownForm(email), code }
  if (phone) return { type: phoneType(type), address: normalisePhone(phone), code }

  throw validationFailed('Only an email address or phone number should be provided on verify')
}

export function emailType(type: string): EmailType {
  const known = emailTypes.find((one) => one === type)
  if (!known) throw validationFailed('Invalid email verification type')

  return known
}

function phoneType(type: string): PhoneType {
  const known = phoneTypes.find((one) => one === type)
  if (!known) throw validationFailed('Unsupported verification type')

  return known
}

function knownForm(email: string): string {
  try {
    return normaliseEmail(email)
  } catch (cause) {
    throw new AppError('validation_failed', 422, 'Invalid email format', { cause })
  }
}

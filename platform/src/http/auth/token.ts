import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { validationFailed } from '#identity/errors.ts'
import { exchangeCode } from '#identity/flows/exchange-code.ts'
import { refreshSession } from '#identity/flows/refresh-session.ts'
import { signInWithPassword } from '#identity/flows/sign-in-with-password.ts'
import type { Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import { requireCaptcha } from './captcha.ts'
import { text } from './fields.ts'
import { grantByIdToken } from './id-token-grant.ts'
import { readBody } from './read-body.ts'

/** One endpoint for all grants; `?grant_type=` selects one. */
export const postToken: Route = (needs) => {
  const grants: Record<string, ReturnType<Route>> = {
    password: grantByPassword(needs),
    refresh_token: grantByRefreshToken(needs),
    pkce: grantByCode(needs),
    id_token: grantByIdToken(needs),
    web3: grantByWallet(needs),
  }

  return async (c) => {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw new AppError('invalid_credentials', 400, 'unsupported_grant_type')

    return grant(c)
  }
}

export const passwordBody = z.object({ email: text, phone: text, password: text })

const grantByPassword: Route = (needs) => async (c) => {
  await requireCaptcha(needs, c)
  const { email, phone, password = '' } = await readBody(c, passwordBody)
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.')
  }
  if (!email && !phone) throw validationFailed('missing email or phone')

  const credentials = email
    ? ({ by: 'email', address: email.toLowerCase(), password } as const)
    : ({ by: 'phone', address: (phone ?? '').replace(/[+ ]/g, ''), password } as const)
  return c.json(await signInWithPassword(needs.identity, credentials, clientOf(c)))
}

export const refreshBody = z.object({ refresh_token: text })

const grantByRefreshToken: Route = (needs) => async (c) => {
  const { refresh_token = '' } = await readBody(c, refreshBody)

  return c.json(await refreshSession(needs.identity, refresh_token, clientOf(c)))
}

export const codeBody = z.object({ auth_code: text, code_verifier: text })

const grantByCode: Route = (needs) => async (c) => {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, codeBody)
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  return c.json(await exchangeCode(needs.identity, { code, verifier }, clientOf(c)))
}

const grantByWallet: Route = () => async () => {
  throw new AppError('web3_provider_disabled', 422, 'Web3 provider is disabled')
}

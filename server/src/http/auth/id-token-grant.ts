import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Route } from './auth-needs.ts'
import { text } from './fields.ts'
import { readBody } from './read-body.ts'

const idTokenBody = z.object({ provider: text, id_token: text, issuer: text })

const ISSUERS: Partial<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  google: 'https://accounts.google.com',
}

/** No provider whose tokens we would take is set up. */
export const grantByIdToken: Route = () => async (c) => {
  const { provider = '', id_token, issuer } = await readBody(c, idTokenBody)
  if (!id_token) return c.json(oauthError('id_token required'), 400)
  if (!provider && !issuer)
    return c.json(oauthError('provider or client_id and issuer required'), 400)

  const known = Object.hasOwn(ISSUERS, provider) ? ISSUERS[provider] : issuer
  if (!known) throw validationFailed(`Custom OIDC provider "${provider.slice(0, 50)}" not allowed`)
  throw new AppError('provider_disabled', 400, `Provider (issuer "${known}") is not enabled`)
}

const oauthError = (error_description: string) => ({ error: 'invalid request', error_description })

import { SignJWT } from 'jose'
import { clock } from './databases.js'
import { source } from './source.js'

const SECRET = 'a secret for measuring, at least 32 characters'

const { openTokens } = await source('platform/src/tokens/open-tokens.ts')
const { openApiKeys } = await source('platform/src/tokens/api-keys.ts')

/** Token verification for an HTTP surface, with one secret and no keys. */
export const tokens = await openTokens({ jwks: [], secret: SECRET }, clock)
export const apiKeys = openApiKeys(
  { publishable: null, secret: null, anon: null, serviceRole: null },
  tokens,
)
export const silentLog = {
  debug() {},
  info() {},
  warn() {},
  error: console.error,
  fatal: console.error,
}

export const sign = (claims) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET))

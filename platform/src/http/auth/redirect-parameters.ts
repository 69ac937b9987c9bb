import { cut } from '@app/contract/storable'
import { validationFailed } from '#identity/errors.ts'
import type { Pkce } from '#identity/one-time/flow-state-table.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import { redirectTarget } from '#identity/redirect-target.ts'
import type { AuthContext, AuthNeeds } from './auth-needs.ts'

type PkceFields = {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

/** The redirect target of the mailed link, and the PKCE parameters. */
export const readRedirect = (needs: AuthNeeds, c: AuthContext, fields: PkceFields): Redirect => ({
  redirectTo: readRedirectTo(needs, c),
  pkce: readPkce(fields),
})

/** The requested redirect target if it is allowed, else the site's home page. */
export function readRedirectTo({ identity }: AuthNeeds, c: AuthContext, inBody?: string): string {
  const requested =
    c.req.query('redirect_to') || c.req.header('redirect_to') || inBody || c.req.header('referer')

  return redirectTarget(identity.settings, requested)
}

export function readPkce(fields: PkceFields): Pkce | null {
  const { code_challenge: challenge, code_challenge_method: method } = fields
  if (!challenge && !method) return null
  if (!challenge || !method) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  }

  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  const known = method.toLowerCase()
  if (known !== 's256' && known !== 'plain') {
    throw validationFailed(`unsupported code_challenge method ${cut(known, 20)}`)
  }
  return { challenge, method: known }
}

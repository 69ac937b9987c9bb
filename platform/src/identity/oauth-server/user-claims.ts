import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { identify } from '#identity/sessions/identify.ts'
import type { Bearer } from '#tokens/read-bearer.ts'
import { insufficientScope } from './errors.ts'

/** What OpenID Connect tells of a user, by scope. */
export function userClaims(account: Account, scopes: readonly string[]) {
  const { email, phone, raw_user_meta_data: metadata } = account
  const name = textOf(metadata.full_name) ?? textOf(metadata.name)
  const picture = textOf(metadata.avatar_url) ?? textOf(metadata.picture)

  return {
    sub: account.id,
    ...(scopes.includes('email') &&
      email && { email, email_verified: account.email_confirmed_at !== null }),
    ...(scopes.includes('phone') &&
      phone && {
        phone_number: `+${phone}`,
        phone_number_verified: account.phone_confirmed_at !== null,
      }),
    ...(scopes.includes('profile') && {
      ...(name && { name }),
      ...(picture && { picture }),
      updated_at: Math.floor(account.updated_at.getTime() / 1000),
    }),
  }
}

/** The same for the holder of an access token that the OAuth server issued, while its session lasts. */
export async function readUserInfo(needs: Pick<Identity, 'db' | 'clock'>, bearer: Bearer) {
  const { account, session } = await identify(needs, bearer)
  const scope = bearer.kind === 'claims' && bearer.claims.scope
  if (!session || typeof scope !== 'string') throw insufficientScope()

  return userClaims(account, scope.split(' '))
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

import type { FactorJson, IdentityJson, UserJson } from '@app/contract/identity'
import type { Account, FactorRow, IdentityRow } from '#identity/account.ts'

/** A user as clients see them, without passwords, tokens or secrets. */
export function userJson(account: Account): UserJson {
  const { email_change, phone_change } = account
  const factors = account.factors.filter(isKnownToClients)

  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    phone: account.phone ?? '',
    ...moments(account),
    ...(email_change && { new_email: email_change }),
    ...(phone_change && { new_phone: phone_change }),
    app_metadata: account.raw_app_meta_data,
    user_metadata: account.raw_user_meta_data,
    identities: account.identities.map(identityJson),
    ...(factors.length > 0 && { factors: factors.map(factorJson) }),
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
    is_anonymous: account.is_anonymous,
  }
}

/**
 * The official client groups factors by type and fails on an unknown one. Recovery codes have an endpoint of their
 * own.
 */
const isKnownToClients = ({ factor_type }: FactorRow) => factor_type !== 'recovery_code'

const MOMENTS = [
  'email_confirmed_at',
  'phone_confirmed_at',
  'confirmed_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'invited_at',
  'banned_until',
  'deleted_at',
] as const

function moments(account: Account): Partial<Record<(typeof MOMENTS)[number], string>> {
  const happened = MOMENTS.flatMap((name) => {
    const moment = account[name]
    return moment ? [[name, moment.toISOString()] as const] : []
  })

  return Object.fromEntries(happened)
}

const identityJson = (identity: IdentityRow): IdentityJson => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...(identity.last_sign_in_at && { last_sign_in_at: utc(identity.last_sign_in_at) }),
  created_at: utc(identity.created_at),
  updated_at: utc(identity.updated_at),
  ...(identity.email && { email: identity.email }),
})

export const factorJson = (factor: FactorRow): FactorJson => ({
  id: factor.id,
  created_at: utc(factor.created_at),
  updated_at: utc(factor.updated_at),
  status: factor.status,
  ...(factor.friendly_name && { friendly_name: factor.friendly_name }),
  factor_type: factor.factor_type,
  phone: factor.phone ?? '',
  last_challenged_at: factor.last_challenged_at && utc(factor.last_challenged_at),
})

const utc = (text: string) => new Date(text).toISOString()

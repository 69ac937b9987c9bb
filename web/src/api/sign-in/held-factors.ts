import type { User } from '@supabase/auth-js'
import type { HeldFactor } from '#api/session/session.ts'

const KINDS: Partial<Record<string, HeldFactor['kind']>> = { totp: 'app', webauthn: 'key' }

/** The user's verified apps and security keys. Recovery codes are a factor too, though never the only one. */
export const heldFactors = ({ factors = [] }: Pick<User, 'factors'>): HeldFactor[] =>
  factors.flatMap(({ id, status, factor_type, friendly_name }) => {
    const kind = KINDS[factor_type]

    return kind && status === 'verified' ? [{ id, kind, name: friendly_name ?? '' }] : []
  })

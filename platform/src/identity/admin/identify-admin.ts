import { notAdmin } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { adminSessionOver, badJwt, noBearer } from '#identity/sessions/errors.ts'
import { identify } from '#identity/sessions/identify.ts'
import type { Bearer } from '#tokens/read-bearer.ts'

export const ADMIN_ROLES = ['service_role', 'supabase_admin']

/** Accepts the service key, or a user whose token has an admin role and whose session is live. */
export async function identifyAdmin(
  needs: Pick<Identity, 'db' | 'clock'>,
  bearer: Bearer,
): Promise<void> {
  if (bearer.kind === 'nobody') throw noBearer()
  if (bearer.kind === 'refused') throw badJwt(`token is ${bearer.reason}`)

  const { role, session_id } = bearer.claims
  if (typeof role !== 'string' || !ADMIN_ROLES.includes(role)) throw notAdmin()
  if (session_id === undefined) return

  await identify(needs, bearer).catch(() => {
    throw adminSessionOver()
  })
}

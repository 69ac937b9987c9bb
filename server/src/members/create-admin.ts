import { prepareAccount } from '@app/platform/identity/admin/prepare-account.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

/** Makes the account of this address an admin, and returns a one-time link to choose its password. */
export const createAdmin = (needs: Identity, email: string): Promise<{ link: string }> =>
  prepareAccount(needs, {
    email,
    redirectTo: `${needs.settings.siteUrl}/settings?tab=security`,
    complete: async (sql, { id }) => {
      await sql.query(`update public.users set role = 'admin' where id = $1`, [id])
    },
    traits: { role: 'admin' },
  })

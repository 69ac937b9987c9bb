import type { Sql } from '#db/database.ts'
import { asFactorOwner, type FactorOwner } from '#identity/factors/factor-owner.ts'
import type { Identity } from '#identity/identity.ts'
import { authoriseAssured, isAssured, signedInAs } from '#identity/sessions/authorise.ts'
import { aal2Required } from '#identity/sessions/errors.ts'
import { ssoHasNoPasskeys } from './errors.ts'

/** Throws unless the caller may add passkeys: not anonymous, no company's account, and past their second factor. */
export function refuseWithoutRight(owner: FactorOwner): void {
  if (owner.account.is_sso_user) throw ssoHasNoPasskeys()
  if (!isAssured(owner)) throw aal2Required()
}

/** The same under the account's lock, which serialises changes to its passkeys. */
export async function lockPasskeyOwner(
  sql: Sql,
  needs: Pick<Identity, 'clock'>,
  owner: FactorOwner,
): Promise<FactorOwner> {
  return asFactorOwner(await authoriseAssured(sql, needs, signedInAs(owner)))
}

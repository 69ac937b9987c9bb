import { type Database, theServer } from '#db/database.ts'
import { StartError } from '#errors/start-error.ts'
import { findOtherRpId } from '#identity/webauthn/passkeys-table.ts'

/** A passkey works only for the host name it was created for: a new SITE_URL would silently lock its users out. */
export async function checkSiteName(db: Database, rpId: string): Promise<void> {
  const other = await db.as(theServer, (sql) => findOtherRpId(sql, rpId))
  if (other === null) return

  throw new StartError(
    `Passkeys were created for ${other}, and the site is now at ${rpId}: set AUTH_WEBAUTHN_RP_ID to the one that shall count.`,
  )
}

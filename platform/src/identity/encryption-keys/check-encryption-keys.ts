import type { Database } from '#db/database.ts'
import { StartError } from '#errors/start-error.ts'
import type { Keyring } from '#sealing/keyring.ts'
import {
  findCanary,
  insertCanary,
  newestSealed,
  replaceCanary,
  writeCanary,
} from './canary-table.ts'

type Needs = { db: Database; keyring: Keyring }

const PLACE = 'app_settings|sealed_canary'
const KNOWN_VALUE = 'opened by the right keys'

/**
 * Refuses to start with keys that cannot open stored secrets: sessions, second factors and tokens would be lost. A known value, sealed at
 * the first start, identifies the correct keys.
 */
export async function checkEncryptionKeys(needs: Needs): Promise<void> {
  const { db, keyring } = needs
  const canary = await findCanary(db)

  if (canary === null) return writeFirst(needs)
  if (!opens(keyring, canary, PLACE)) throw otherKeys(canary)
  // Resealed, so that the older key can be removed at a later start.
  if (keyring.isOutdated(canary)) await replaceCanary(db, canary, sealedBy(keyring))
}

/** Accepts these keys as the correct ones from now on. Secrets sealed with other keys can no longer be opened. */
export const adoptEncryptionKeys = ({ db, keyring }: Needs): Promise<void> =>
  writeCanary(db, sealedBy(keyring))

async function writeFirst(needs: Needs): Promise<void> {
  const { db, keyring } = needs
  const older = await newestSealed(db)
  const isOurs =
    older.length === 0 || older.some(({ sealed, place }) => opens(keyring, sealed, place))
  if (!isOurs) throw otherKeys(older[0]?.sealed ?? '')

  // Another server may have started concurrently, perhaps with other keys.
  if (!(await insertCanary(db, sealedBy(keyring)))) await checkEncryptionKeys(needs)
}

const sealedBy = (keyring: Keyring): string => keyring.seal(KNOWN_VALUE, PLACE)

function opens(keyring: Keyring, sealed: string, place: string): boolean {
  try {
    keyring.open(sealed, place)
    return true
  } catch {
    return false
  }
}

function otherKeys(sealed: string): StartError {
  const [, keyId] = sealed.split('.')

  return new StartError(
    `The encryption keys (APP_ENCRYPTION_KEYS, or else secrets.json in DATA_DIR) are not those that this database was sealed with: its key ${keyId} is missing or another one.`,
  )
}

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
 * Refuses to start with keys that cannot open what the database holds: sessions would end, and second factors and
 * tokens would be lost, one error at a time. A known value, sealed at the first start, tells the right keys.
 */
export async function checkEncryptionKeys(needs: Needs): Promise<void> {
  const { db, keyring } = needs
  const canary = await findCanary(db)

  if (canary === null) return writeFirst(needs)
  if (!opens(keyring, canary, PLACE)) throw otherKeys(canary)
  // So that the older key can be removed at a later start.
  if (keyring.isOutdated(canary)) await replaceCanary(db, canary, sealedBy(keyring))
}

/** From now on these keys are the right ones. What was sealed with others cannot be opened any more. */
export const adoptEncryptionKeys = ({ db, keyring }: Needs): Promise<void> =>
  writeCanary(db, sealedBy(keyring))

async function writeFirst(needs: Needs): Promise<void> {
  const { db, keyring } = needs
  const older = await newestSealed(db)
  const isOurs =
    older.length === 0 || older.some(({ sealed, place }) => opens(keyring, sealed, place))
  if (!isOurs) throw otherKeys(older[0]?.sealed ?? '')

  // Another server may have started at the same moment, perhaps with other keys.
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

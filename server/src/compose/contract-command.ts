import { machineClock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { waitingContracts } from '@app/platform/db/migration-history.ts'
import { otherVersions } from '@app/platform/db/servers-table.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/read-config.ts'
import { productRelease, schema } from './folders.ts'
import { openConfiguredDatabase, openForCommand } from './open-database.ts'

/** The operator command that takes away what only older releases use. */
export const contractCommand = {
  contract: {
    use: 'contract                   applies the migrations that older servers do not survive, an hour after the last of them was seen',
    run: contract,
  },
}

async function contract(): Promise<string> {
  const config = readConfig()
  const waiting = await namesThatWait(config)
  if (waiting.length === 0) return 'Nothing waits.'

  const db = await openConfiguredDatabase(config, machineClock, { contracts: true })
  await db.close()
  return `Applied: ${waiting.join(', ')}.`
}

async function namesThatWait(config: Config): Promise<string[]> {
  const db = await openForCommand(config, machineClock)

  try {
    const names = await waitingContracts(db, schema)
    if (names.length > 0) await refuseBesideOthers(db)
    return names
  } finally {
    await db.close()
  }
}

async function refuseBesideOthers(db: Database): Promise<void> {
  const others = await otherVersions(db, productRelease().version)
  if (others.length === 0) return

  const list = others.map(
    ({ version, seen_at }) => `${version} (last at ${seen_at.toISOString().slice(0, 16)}Z)`,
  )
  throw new StartError(
    `Servers of other versions were seen within the last hour: ${list.join(', ')}. Stop them, and ask again an hour later.`,
  )
}

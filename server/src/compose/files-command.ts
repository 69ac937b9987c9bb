import { machineClock } from '@app/platform/clock/clock.ts'
import { openBucket } from '@app/platform/compose/open-files.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { moveBytes, type Outcome } from '@app/platform/files/move-bytes.ts'
import { openLog } from '@app/platform/log/log.ts'
import { readConfig } from '#config/read-config.ts'
import { openForCommand } from './open-database.ts'

/** The operator command that carries files' bytes between database and bucket. */
export const filesCommand = {
  'move-files': {
    use: 'move-files                 carries the bytes of all files to where FILES_HOME says, beside running servers; may be repeated',
    run: moveFiles,
  },
}

async function moveFiles(): Promise<string> {
  const config = readConfig()
  const log = openLog({ level: config.logLevel })
  const s3 = await openBucket({ clock: machineClock, log, config })
  if (!s3) throw new StartError('FILES_URL names no bucket, so all files are in the database.')
  const { home } = config.files
  const db = await openForCommand(config, machineClock)

  try {
    const report = (outcome: Outcome) => process.stderr.write(`${told(outcome)}\n`)
    const outcome = await moveBytes({ db, s3, home, report })
    const text = `${told(outcome)} New files go to ${home === 's3' ? s3.name : 'the database'}.`
    if (outcome.damaged.length === 0) return text

    throw new StartError(
      `${text}\nThese versions are not what was uploaded, and stay where they were: ${outcome.damaged.join(', ')}`,
    )
  } finally {
    await db.close()
  }
}

const MIB = 1024 * 1024

const told = ({ moved, bytes, skipped }: Outcome): string =>
  `${moved} files moved, ${Math.round(bytes / MIB)} MiB${skipped > 0 ? `; ${skipped} were replaced or deleted meanwhile` : ''}.`

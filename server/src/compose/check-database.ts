import type { Clock } from '@app/platform/clock/clock.ts'
import { secondsNow } from '@app/platform/clock/clock.ts'
import type { Secrets } from '@app/platform/config/secrets.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { isUuid } from '@app/platform/db/uuid.ts'
import { anySealed } from '@app/platform/identity/encryption-keys/reseal.ts'
import type { S3 } from '@app/platform/outside/s3/open-s3.ts'
import { keyring as openKeyring } from '@app/platform/sealing/keyring.ts'
import { openTokens } from '@app/platform/tokens/open-tokens.ts'
import { sealedColumns } from './sealed-columns.ts'

type Needs = {
  db: Database
  secrets: Secrets
  clock: Clock
  /** null: none is configured. */
  s3: S3 | null
}
type Finding = { subject: string; text: string; isWrong?: boolean }

/**
 * Whether a database that was put back is whole, and fits the secrets. Its schema was checked when it was opened. Returns a line for each
 * subject.
 */
export async function checkDatabase(
  needs: Needs,
): Promise<{ isWhole: boolean; lines: readonly string[] }> {
  const findings = [
    await countRows(needs),
    await compareFigures(needs),
    await openSecrets(needs),
    await verifyToken(needs),
    await countChunks(needs),
    ...(await countObjects(needs)),
  ]

  return {
    isWhole: findings.every(({ isWrong }) => !isWrong),
    lines: findings.map(
      ({ subject, text, isWrong }) =>
        `${isWrong ? 'WRONG' : 'ok   '}  ${subject.padEnd(8)} ${text}`,
    ),
  }
}

async function ask<Row>(db: Database, text: string): Promise<Row> {
  const { rows } = await db.ask<Row>(theServer, { text }, { statementLimitMs: 3_600_000 })
  const [row] = rows
  if (!row) throw new Error('A count has one row')

  return row
}

async function countRows({ db }: Needs): Promise<Finding> {
  const { accounts, sessions, projects, pushes } = await ask<Record<string, string>>(
    db,
    `select (select count(*) from auth.users) as accounts,
            (select count(*) from auth.sessions) as sessions,
            (select count(*) from public.projects) as projects,
            (select count(*) from public.push_records) as pushes`,
  )

  return {
    subject: 'rows',
    text: `${accounts} accounts, ${sessions} sessions, ${projects} projects, ${pushes} pushes`,
  }
}

/** Each night the accounts are counted. Far fewer of them now means that rows are missing; some may have left since. */
async function compareFigures({ db }: Needs): Promise<Finding> {
  const subject = 'figures'
  const { rows } = await db.ask<{ day: string; counted: number; now: number }>(theServer, {
    text: `select day::text, value::float8 as counted,
                  (select count(*) from app.counted_accounts)::float8 as now
             from public.daily_figures where name = 'users' order by public.daily_figures.day desc limit 1`,
  })
  const [row] = rows
  if (!row) return { subject, text: 'none yet to compare with' }

  const { day, counted, now } = row
  return {
    subject,
    text: `${now} accounts count, on ${day} there were ${counted}`,
    isWrong: now < counted * 0.9,
  }
}

async function openSecrets({ db, secrets }: Needs): Promise<Finding> {
  const keyring = openKeyring(secrets.encryptionKeys)
  const lost: string[] = []
  let opened = 0
  for (const column of sealedColumns) {
    const found = await anySealed(db, column)
    if (!found) continue
    try {
      keyring.open(found.sealed, found.place)
      opened += 1
    } catch {
      lost.push(`${column.table}.${column.name}`)
    }
  }

  return {
    subject: 'secrets',
    text:
      lost.length > 0
        ? `these keys do not open ${lost.join(', ')}`
        : `one of each of ${opened} places opens; the others have none`,
    isWrong: lost.length > 0,
  }
}

async function verifyToken({ secrets, clock }: Needs): Promise<Finding> {
  const tokens = await openTokens(secrets.signing, clock)
  const token = await tokens.sign({ role: 'anon', exp: secondsNow(clock) + 60 })
  const verdict = await tokens.read(token)
  const isWrong = !('claims' in verdict)

  return {
    subject: 'tokens',
    text: isWrong ? 'none can be verified' : 'are signed and verified',
    isWrong,
  }
}

/** Files that can be read, whose bytes are not all there. What is being uploaded or is about to be deleted does not count. */
async function countChunks({ db }: Needs): Promise<Finding> {
  const { files, broken } = await ask<{ files: string; broken: string }>(
    db,
    `select count(*) as files,
            count(*) filter (where version.version is null or version.size is null
                                or version.size <> coalesce(stored.size, 0)) as broken
       from storage.objects file
       left join storage_private.versions version on version.version::text = file.version
       left join lateral (
         select sum(octet_length(data)) as size from storage_private.chunks where chunks.version = version.version
       ) stored on true
      where version.s3_key is null`,
  )
  const isWrong = Number(broken) > 0

  return {
    subject: 'files',
    text: isWrong
      ? `${broken} of ${files} have bytes missing`
      : `${files}, all with all their bytes`,
    isWrong,
  }
}

/** The same of files whose bytes are in the bucket. What nothing refers to is counted, because a database of an earlier time knows less. */
async function countObjects({ db, s3 }: Needs): Promise<Finding[]> {
  const subject = 'bucket'
  const { files } = await ask<{ files: number }>(
    db,
    `select count(*)::float8 as files ${IN_BUCKET}`,
  )
  if (s3 === null) {
    const text = `${files} files have their bytes in a bucket, and FILES_URL names none`
    return files > 0 ? [{ subject, text, isWrong: true }] : []
  }
  let [found, others] = [0, 0]
  let next: string | null = null
  do {
    const page: Awaited<ReturnType<S3['list']>> = await s3.list(next)
    const { rows } = await db.ask<{ found: number; known: number }>(theServer, {
      text: `select count(file.id) filter (where version.size = listed.size)::float8 as found,
                    count(version.version)::float8 as known
               from json_to_recordset($1) as listed (key uuid, size bigint)
               left join storage_private.versions version on version.s3_key = listed.key
               left join storage.objects file on file.version = version.version::text`,
      values: [JSON.stringify(page.objects.filter(({ key }) => isUuid(key)))],
    })
    found += rows[0]?.found ?? 0
    others += page.objects.length - (rows[0]?.known ?? 0)
    next = page.next
  } while (next !== null)

  const isWrong = found < files
  const rest = others > 0 ? `; ${others} objects belong to no file` : ''
  const text = isWrong
    ? `${files - found} of ${files} objects are missing or have another size${rest}`
    : `${files}, all there with their size${rest}`
  return [{ subject, text, isWrong }]
}

const IN_BUCKET = `
  from storage.objects file
  join storage_private.versions version on version.version::text = file.version
 where version.s3_key is not null`

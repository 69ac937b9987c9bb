// Over both databases: the commands change jobs.

import { type Database, theServer } from '@app/platform/db/database.ts'
import type { DatabaseLocation } from '@app/platform/db/open.ts'
import { openOutbox } from '@app/platform/mail/outbox.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { emptyLocation, freshLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import { brand } from '@app/platform/test/mail/mail-servers.ts'
import { expect, test, vi } from 'vitest'
import { queueCommands } from '#compose/queue-commands.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { templates } from '#mails/templates.ts'
import { runOperate } from '#test/programs/run-operate.ts'

test('an operator lists failed jobs without their payloads, and retries one', async () => {
  const location = await freshLocation()
  const [id] = await inDatabase(location, async (db) => {
    await db.as(theServer, (sql) =>
      sendJob(sql, 'end-github-grant', { sealed: 'what-must-not-show' }),
    )
    return idsOf(
      db,
      `update ops.jobs set state = 'failed', attempts = 4, finished_at = ops.now(),
              error = E'github: cannot be reached\\nsecond line'
        where kind = 'end-github-grant' returning id`,
    )
  })
  const env = envOf(location)

  const listed = await runOperate(env, 'failed-jobs')
  const retried = await operate(env, 'retry-job', 'end-github-grant', id ?? '')
  const afterwards = await operate(env, 'failed-jobs')

  expect(listed).toMatch(
    new RegExp(`^${id} {2}end-github-grant {2}.+Z {2}4 tries {2}github: cannot be reached$`),
  )
  expect(listed).not.toContain('what-must-not-show')
  expect(retried).toBe('Retried. A running server takes it at once, a stopped one at its start.')
  expect(afterwards).toBe('No job has failed.')
  await inDatabase(location, async (db) =>
    expect(
      await idsOf(db, `select id from ops.jobs where id = '${id}' and state = 'retrying'`),
    ).toEqual([id]),
  )
}, 120_000)

test('an operator lists failed mails without their contents, and sends one again', async () => {
  const location = await freshLocation()
  const [id] = await inDatabase(location, async (db) => {
    await db.as(theServer, (sql) => outbox.queue(sql, EXPORT_READY))
    return idsOf(
      db,
      `update ops.mail_outbox set attempts = 8, failed_at = ops.now(), last_error = '550 no such user'
       returning id`,
    )
  })
  const env = envOf(location)

  const listed = await operate(env, 'failed-mails')
  const resent = await operate(env, 'resend-mail', id ?? '')
  const afterwards = await operate(env, 'failed-mails')

  expect(listed).toMatch(
    new RegExp(
      `^${id} {2}export_ready {2}ada@example\\.test {2}.+Z {2}8 tries {2}550 no such user$`,
    ),
  )
  expect(resent).toBe(
    'Queued again. A running server sends it at once, a stopped one at its start.',
  )
  expect(afterwards).toBe('No mail has failed.')
  await inDatabase(location, async (db) => {
    const due = `select id from ops.mail_outbox where failed_at is null and attempts = 0`
    expect(await idsOf(db, due)).toEqual([id])
  })
}, 120_000)

test('a command neither makes nor migrates a database: it names what does', async () => {
  const location = await freshLocation()
  if (location.kind === 'embedded') {
    const none = envOf(await emptyLocation())
    await expect(operate(none, 'failed-jobs')).rejects.toThrow('There is no database in')
  }
  await inDatabase(location, (db) =>
    idsOf(
      db,
      `delete from history.migrations where name like 'migrations/0063_%' returning name as id`,
    ),
  )

  await expect(operate(envOf(location), 'failed-jobs')).rejects.toThrow(
    'The database is of an older version, without migrations/0063_link_seen.sql: start the server of this version once, it migrates.',
  )
  await expect(operate(envOf(location), 'failed-jobs')).rejects.toThrow('older version')
}, 120_000)

test('a job or mail that has not failed is not tried again', async () => {
  const location = await freshLocation()
  await inDatabase(location, (db) => db.ping())
  const env = envOf(location)

  const ofJob = await runOperate(
    env,
    'retry-job',
    'end-github-grant',
    '00000000-0000-4000-8000-000000000000',
  ).catch((error: { stderr: string }) => error.stderr)
  const ofMail = operate(env, 'resend-mail', 'not-an-id')

  expect(ofJob).toBe('There is no failed job with this kind and id.\n')
  await expect(ofMail).rejects.toThrow('There is no failed mail with this id and a valid address.')
}, 120_000)

/** In this process: starting one takes longer than the command, and two of them show that they start. */
async function operate(
  env: Record<string, string>,
  name: keyof typeof queueCommands,
  ...args: string[]
): Promise<string> {
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  try {
    return await queueCommands[name].run(args)
  } finally {
    vi.unstubAllEnvs()
  }
}

const KEYS = keyring([{ id: 'k1', bytes: Buffer.alloc(32, 7) }])
const outbox = openOutbox({ keyring: KEYS, brand, templates })

const EXPORT_READY = {
  template: 'export_ready' as const,
  params: { link: { on: 'site' as const, path: '/settings' as const }, validForS: 3600 },
  to: 'ada@example.test',
  language: 'en' as const,
  key: 'export_ready 1',
}

/** Closed afterwards, because the command opens the embedded database itself. */
async function inDatabase<T>(
  location: DatabaseLocation,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openLocation(location, () => {})
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function idsOf(db: Database, text: string): Promise<string[]> {
  const { rows } = await db.ask<{ id: string }>(theServer, { text })

  return rows.map(({ id }) => id)
}

const envOf = (location: DatabaseLocation): Record<string, string> =>
  location.kind === 'postgres' ? { DATABASE_URL: location.url } : { DATA_DIR: location.dataDir }

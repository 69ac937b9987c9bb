import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#test/databases/postgres-server.ts'

// The chapter on backups in docs/operations.md, word by word.
test('a base backup and archived changes lead back to any moment', async () => {
  const archive = openFolder()
  const server = await startPostgres({
    settings: [
      'archive_mode=on',
      `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      'full_page_writes=on',
    ],
  })
  onTestFinished(() => server.stop())
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query('create table writes (number integer primary key)')
  const base = join(openFolder(), 'base')
  server.runTool('pg_basebackup', '-U', 'postgres', '-D', base, '-X', 'none', '-c', 'fast')

  const write = (number: number) => client.query('insert into writes values ($1)', [number])
  for (let number = 1; number <= 600; number += 1) await write(number)
  const { rows } = await client.query<{ moment: string }>(
    'select clock_timestamp()::text as moment',
  )
  await pause(5)
  for (let number = 601; number <= 1000; number += 1) await write(number)
  const { rows: closed } = await client.query('select pg_walfile_name(pg_switch_wal()) as name')
  await untilArchived(client, closed[0].name)
  await client.end()

  const recovered = await startPostgres({
    make: (folder) => {
      renameSync(base, join(folder, 'data'))
      writeFileSync(join(folder, 'data', 'recovery.signal'), '', { mode: 0o666 })
    },
    settings: [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${rows[0]?.moment}`,
      'recovery_target_action=promote',
    ],
  })
  onTestFinished(() => recovered.stop())

  expect(await numbersIn(recovered.url('postgres'))).toEqual({ count: '600', last: 600 })
}, 120_000)

/** One that PostgreSQL's own user may write, too. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o777)

  return folder
}

async function untilArchived(client: pg.Client, name: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    )
    if ((rows[0]?.last ?? '') >= name) return
    await pause(50)
  }
}

/** Asked once the server takes writes: until then it still recovers. */
async function numbersIn(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  while ((await client.query('select pg_is_in_recovery() as is')).rows[0].is) await pause(50)
  const { rows } = await client.query('select count(*) as count, max(number) as last from writes')
  await client.end()

  return rows[0]
}

import { expect, test } from 'vitest'
import { runSql } from '#test/databases/postgres-server.ts'
import { runPlatform } from '#test/programs/run-command.ts'
import { clientOf, newProject } from '#test/project/test-project.ts'

test('what another program creates is served without a restart, and gone when it drops it', async () => {
  const project = await newProject({}, 'api.auto_expose_new_tables = true')
  // As at a project of one's own; only a superuser may create event triggers.
  const address = (project.database ?? '').replace(/\/\/\w+@/, '//postgres@')
  const { printed } = await runPlatform([
    ...['start', '--workdir', project.folder],
    ...['--db-uri', address],
  ])
  const client = clientOf(printed())
  /** The notification arrives after the statement. */
  const untilServed = async (wanted: boolean) => {
    while (!(await client.from('boats').select()).error !== wanted);
  }

  await runSql(
    address,
    'create table public.boats (id int primary key)',
    'insert into boats values (1)',
  )
  await untilServed(true)
  const { data } = await client.from('boats').select()
  await runSql(address, 'create temporary table passing (id int)', 'drop table public.boats')
  await untilServed(false)

  expect(data).toEqual([{ id: 1 }])
})

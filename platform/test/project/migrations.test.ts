import { expect, test } from 'vitest'
import { clientOf, newProject } from './test-project.ts'

const BOATS = `
  create table public.boats (id int primary key, name text not null);
  grant select on public.boats to anon, authenticated, service_role;
`

test('a migration that fails leaves nothing of it, and names its file and line', async () => {
  const project = await newProject({
    'migrations/1_boats.sql': BOATS,
    'migrations/2_broken.sql': `-- first\ninsert into public.boats values (1, 'Ferry');\n\nselect 1,\n  no_such_column from public.boats;`,
    'seed.sql': `insert into public.boats values (3, 'Tug');`,
  })

  const failed = await project.run('migrate', 'up')
  const listed = await project.run('migrate', 'list')
  project.write('migrations/2_broken.sql', `insert into public.boats values (2, 'Barge');`)
  const mended = await project.run('migrate')
  const again = await project.run('migrate', 'up')

  expect(failed).toMatchObject({
    code: 1,
    complaint: 'migrations/2_broken.sql, line 5: column "no_such_column" does not exist',
  })
  expect(listed.printed.split('\n')).toEqual([
    '1  applied         boats',
    '2  pending         broken',
  ])
  expect(mended).toMatchObject({
    code: 0,
    printed: 'applied  migrations/2_broken.sql\napplied  seed.sql',
  })
  expect(again.printed).toBe('nothing to apply')
})

test('settings and roles of one file do not reach the next', async () => {
  const project = await newProject({
    'migrations/1_settings.sql': `select pg_catalog.set_config('search_path', '', false);
      reset role;
      set role anon;`,
    'migrations/2_boats.sql': `create table boats (id int); grant select on boats to anon;`,
    'migrations/3_copy.sql': 'copy boats from stdin;',
  })

  const { complaint } = await project.run('migrate', 'up')
  project.write('migrations/3_copy.sql', '')
  const { printed } = await project.start()
  const { data } = await clientOf(printed()).from('boats').select()

  expect(complaint).toContain('migrations/3_copy.sql, line 1: COPY … FROM stdin')
  expect(data).toEqual([])
})

test('new tables are reached without a grant only where the configuration says so', async () => {
  const sql = { 'migrations/1_open.sql': 'create table public.open (id int)' }
  const closed = await newProject(sql)
  const open = await newProject(sql, 'api.auto_expose_new_tables = true')
  const read = async (project: typeof open) => {
    const { printed } = await project.start()
    return clientOf(printed()).from('open').select()
  }

  const [refused, allowed] = [await read(closed), await read(open)]

  expect(refused.error?.code).toBe('42501')
  expect(allowed.data).toEqual([])
})

test('default privileges of a migration stay, and those of the configuration go with it', async () => {
  const own = `alter default privileges for role postgres in schema public grant all on tables to anon;`
  const kept = await newProject({ 'migrations/1_own.sql': own })
  const changed = await newProject({}, 'api.auto_expose_new_tables = true')
  for (const project of [kept, changed]) await project.run('migrate', 'up')
  changed.write('config.toml', changed.toml)
  const read = async (project: typeof kept) => {
    project.write('migrations/2_later.sql', 'create table public.later (id int)')
    const { printed } = await project.start()
    return clientOf(printed()).from('later').select()
  }

  const [allowed, refused] = [await read(kept), await read(changed)]

  expect(allowed.data).toEqual([])
  expect(refused.error?.code).toBe('42501')
})

test('a history that does not fit the files is refused until it is repaired', async () => {
  const project = await newProject({ 'migrations/5_boats.sql': BOATS })
  await project.run('migrate', 'up')

  project.write('migrations/3_older.sql', 'select 1')
  const older = await project.run('migrate', 'up')
  const included = await project.run('migrate', 'up', '--include-all')
  await project.run('migrate', 'repair', '9', '--status', 'applied')
  project.write('migrations/9_by_hand.sql', 'select no_such_column')
  const byHand = await project.run('migrate', 'repair', '9')
  const nothing = await project.run('migrate', 'up')
  await project.run('migrate', 'repair', '9', '--status', 'reverted')
  const listed = await project.run('migrate', 'list')

  expect(older.complaint).toContain('migrations/3_older.sql would run after version 5')
  expect(included.printed).toBe('applied  migrations/3_older.sql')
  expect(byHand.printed).toBe('9 counts as applied')
  expect(nothing.printed).toBe('nothing to apply')
  expect(listed.printed).toContain('9  pending')
})

test('reset builds the database anew', async () => {
  const project = await newProject({
    'migrations/1_boats.sql': BOATS,
    'seed.sql': `insert into public.boats values (1, 'Ferry');`,
  })
  await project.run('migrate', 'up')
  project.write('migrations/1_boats.sql', `${BOATS} alter table public.boats add length int;`)

  const reset = await project.run('reset', '--yes')
  const { printed } = await project.start()
  const { data } = await clientOf(printed()).from('boats').select()

  expect(reset).toMatchObject({
    code: 0,
    printed: 'applied  migrations/1_boats.sql\napplied  seed.sql',
  })
  expect(data).toEqual([{ id: 1, name: 'Ferry', length: null }])
})

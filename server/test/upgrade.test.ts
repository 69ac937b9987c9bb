// Over both databases: migrations of a filled database.

import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '@app/platform/clock/clock.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '@app/platform/db/open.ts'
import type { Schema } from '@app/platform/db/sql-files.ts'
import { emptyLocation } from '@app/platform/test/fresh-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '#compose/folders.ts'

// What the first release left in its tables, and what its server writes while a newer one migrates.
const PORTION = 2
const ends: (() => void | Promise<void>)[] = []
let db: Database

beforeAll(async () => {
  const location = await emptyLocation((end) => ends.unshift(end))
  await inSchema(location, upTo('0006', '0026_assignment_mails.sql'), (first) =>
    script(first, BEFORE),
  )
  await inSchema(location, upTo('9999', '0038_task_details.sql'), (between) =>
    script(between, BETWEEN),
  )
  db = await open(location, schema)
  ends.unshift(() => db.close())
}, 180_000)

afterAll(async () => {
  for (const end of ends) await end()
}, 60_000)

test('accounts that nobody has confirmed are marked, and empty addresses are none', async () => {
  expect(
    await rows(
      `select id::text, email, phone, has_unverified_credentials as unverified, coalesce(email_change, '') as email_change, email_change_confirm_status as status
         from auth.users where id::text like '00%' order by id`,
    ),
  ).toEqual([
    user(1, { email: 'ada@example.test' }),
    user(2, { email: 'new@example.test', unverified: true }),
    user(3, { email: 'moving@example.test' }),
    user(4, { phone: '341234567' }),
  ])
  expect(await rows(`select token_type from auth.one_time_tokens order by 1`)).toEqual([
    { token_type: 'phone_change_token' },
    { token_type: 'recovery_token' },
  ])
})

test('events are told apart by their body, and the one that was processed stays', async () => {
  expect(
    await rows(
      `select id::text, digest = encode(sha256(convert_to(body, 'UTF8')), 'hex') as by_body, object_id
         from ops.webhook_events order by id`,
    ),
  ).toEqual([
    { id: id(12), by_body: true, object_id: '7' },
    { id: id(13), by_body: true, object_id: null },
    { id: id(14), by_body: false, object_id: null },
    { id: id(15), by_body: true, object_id: null },
  ])
})

test('links have their addresses, and nobody sees them as edited', async () => {
  expect(
    await rows(
      `select project_name as name, github_repo_url as url, former_repo_url as former,
              updated_at = timestamptz '2026-01-01' as is_untouched
         from public.bolt_projects order by id`,
    ),
  ).toEqual([
    { name: 'a', url: 'https://github.com/ada/a', former: null, is_untouched: true },
    {
      name: 'b',
      url: 'https://github.com/ada/b',
      former: 'https://github.com/team/b',
      is_untouched: true,
    },
    { name: 'c', url: null, former: null, is_untouched: true },
    { name: 'd', url: 'https://github.com/ada/d', former: null, is_untouched: true },
  ])
})

test('tasks are numbered as they were made, also beside those that were added meanwhile', async () => {
  expect(
    await rows(
      `select name, number, updated_at = timestamptz '2026-01-01' as is_untouched
         from public.tasks where name like 'old%' order by name`,
    ),
  ).toEqual(
    [1, 2, 3, 4, 5].map((number) => ({ name: `old ${number}`, number, is_untouched: true })),
  )
  expect(
    await rows(`select name, number from public.tasks where name like 'new%' order by number`),
  ).toEqual([
    { name: 'new 1', number: 6 },
    { name: 'new 2', number: 7 },
  ])
  expect(await rows(`select name, number from public.tasks where name like 'lone%'`)).toEqual([
    { name: 'lone 1', number: 1 },
  ])
  await script(
    db,
    `insert into public.tasks (project_id, name, position) select id, 'new 3', 9 from public.projects where name = 'a'`,
  )
  expect(await rows(`select number from public.tasks where name = 'new 3'`)).toEqual([
    { number: 8 },
  ])
})

test('events, ends of subscriptions, copies and people with two subscriptions are as new ones', async () => {
  expect(
    await rows(`select name from public.analytics where created_at < '2026-02-01' order by 1`),
  ).toEqual([{ name: 'projects_synced' }, { name: 'push' }, { name: 'push' }])
  expect(
    await rows(
      `select lemon_squeezy_subscription_id as id, access_ends_at at time zone 'utc' as ends, updated_at = timestamptz '2026-01-01' as is_untouched
         from public.subscriptions order by 1`,
    ),
  ).toEqual([
    { id: 's1', ends: null, is_untouched: true },
    { id: 's2', ends: null, is_untouched: true },
    { id: 's3', ends: expect.anything(), is_untouched: true },
  ])
  expect(await rows(`select user_id::text as id from ops.people_with_two_subscriptions`)).toEqual([
    { id: id(1) },
  ])
  expect(
    await rows(`select clone_full_name as name, status from public.temporary_clones order by 1`),
  ).toEqual([
    { name: 'gone', status: 'deleted' },
    { name: 'left', status: 'deleting' },
  ])
})

test('who signs up at a server of the first release meanwhile is unverified until the address is proven', async () => {
  await script(
    db,
    `${account(91, 'email, encrypted_password', `'late@example.test', 'hash'`)}
     ${account(92, 'email, email_confirmed_at', `'google@example.test', now()`)}
     ${account(93, 'is_anonymous', 'true')}`,
  )

  expect(
    await rows(
      `select right(id::text, 2) as id, has_unverified_credentials as unverified
         from auth.users where id in ('${id(91)}', '${id(92)}', '${id(93)}') order by 1`,
    ),
  ).toEqual([
    { id: '91', unverified: true },
    { id: '92', unverified: false },
    { id: '93', unverified: false },
  ])
})

test('nothing is left of the upgrade: no invalid index, no open constraint, no helper', async () => {
  expect(
    await rows(`
      select (select count(*)::int from pg_index where not indisvalid) as indexes,
             (select count(*)::int from pg_constraint where not convalidated) as constraints,
             (select count(*)::int from pg_proc where proname in ('number_old_tasks', 'rekey_github_events')) as helpers,
             (select count(*)::int from history.backfills) as backfills,
             (select count(*)::int from history.upgrades where finished_at is null) as upgrades`),
  ).toEqual([{ indexes: 0, constraints: 0, helpers: 0, backfills: 0, upgrades: 0 }])
})

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const user = (number: number, given: object) => ({
  id: id(number),
  email: null,
  phone: null,
  unverified: false,
  email_change: '',
  status: 0,
  ...given,
})

const account = (number: number, columns: string, values: string) =>
  `insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data, ${columns})
   values ('${id(number)}', 'authenticated', 'authenticated', '{}', '{}', ${values});`

const token = (number: number, type: string) =>
  `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
   values (gen_random_uuid(), '${id(number)}', '${type}', encode(sha256('${type}'), 'hex'), '');`

const event = (number: number, provider: string, body: string, processed: string) =>
  `insert into ops.webhook_events (id, provider, digest, event_name, body, processed_at)
   values ('${id(number)}', '${provider}', 'delivery-${number}', 'push', '${body}', ${processed});`

const link = (number: number, name: string, owner: string, url: string) =>
  `insert into public.bolt_projects (id, user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name, github_repo_url, updated_at)
   values ('${id(number)}', '${id(1)}', 'bolt-${name}', '${name}', ${owner}, '${name}', ${url}, '2026-01-01');`

const BEFORE = `
  ${account(1, 'email, email_confirmed_at', `'ada@example.test', now()`)}
  ${account(2, 'email', `'new@example.test'`)}
  ${account(3, 'email, email_confirmed_at, email_change, email_change_confirm_status', `'moving@example.test', now(), 'next@example.test', 1`)}
  ${account(4, 'email, phone, phone_confirmed_at', `'', '341234567', now()`)}
  ${token(2, 'recovery_token')} ${token(3, 'email_change_token_new')} ${token(4, 'phone_change_token')}
  ${event(11, 'github', '{"sender": {"id": 7}}', 'null')}
  ${event(12, 'github', '{"sender": {"id": 7}}', 'now()')}
  ${event(13, 'github', 'no json', 'null')}
  ${event(14, 'lemon-squeezy', '{}', 'null')}
  ${event(15, 'github', '{"sender": {"id": "ä"}}', 'now()')}
  ${link(21, 'a', `'ada'`, 'null')}
  ${link(22, 'b', `'ada'`, `'https://github.com/team/b'`)}
  ${link(23, 'c', 'null', 'null')}
  ${[3, 1, 5, 2, 4]
    .map(
      (nth) => `insert into public.tasks (id, project_id, name, position, created_at, updated_at)
        select gen_random_uuid(), id, 'old ${nth}', ${nth}, timestamptz '2026-01-01' + ${nth} * interval '1 hour', '2026-01-01' from public.projects where name = 'a';`,
    )
    .join('\n')}
  insert into public.analytics (name, created_at) values ('pushed', '2026-01-01'), ('pushed', '2026-01-01'), ('synced', '2026-01-01');
  insert into public.plans (id, name, price, currency, interval) values ('${id(31)}', 'Pro', 9, 'USD', 'month');
  insert into public.subscriptions (user_id, plan_id, status, lemon_squeezy_subscription_id, updated_at)
    values ('${id(1)}', '${id(31)}', 'active', 's1', '2026-01-01'),
           ('${id(1)}', '${id(31)}', 'past_due', 's2', '2026-01-01'),
           ('${id(3)}', '${id(31)}', 'expired', 's3', '2026-01-01');
  insert into public.temporary_clones (source_full_name, clone_full_name, deleted_at)
    values ('x', 'gone', now()), ('x', 'left', null);`

/** As the first release writes while the numbers of 0038 are still to be given. */
const BETWEEN = `
  ${link(24, 'd', `'ada'`, 'null')}
  insert into public.tasks (project_id, name, position) select id, 'new 1', 6 from public.projects where name = 'a';
  insert into public.tasks (project_id, name, position) select id, 'new 2', 7 from public.projects where name = 'a';
  insert into public.tasks (project_id, name, position) select id, 'lone 1', 1 from public.projects where name = 'b';`

/** The first files of both folders: of the platform by number, of the product up to a name. */
function upTo(platform: string, last: string): Schema {
  const folder = mkdtempSync(join(tmpdir(), 'older-release-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const copy = (from: string, part: string, isIn: (name: string) => boolean) => {
    const to = join(folder, part)
    mkdirSync(to)
    for (const name of readdirSync(from).filter(isIn))
      copyFileSync(join(from, name), join(to, name))
    return to
  }
  const number = last.slice(0, 4)

  return {
    ...schema,
    platformSql: copy(
      schema.platformSql,
      'platform',
      (name) => name.slice(0, 4) <= platform || name === 'roles.sql',
    ),
    migrations: copy(
      schema.migrations ?? '',
      'product',
      (name) => name.slice(0, 4) < number || name === last,
    ),
  }
}

const open = (location: DatabaseLocation, of: Schema) =>
  openDatabase({ location, schema: of, clock: machineClock, migrating: { portionRows: PORTION } })

async function inSchema(
  location: DatabaseLocation,
  of: Schema,
  work: (db: Database) => Promise<void>,
) {
  const opened = await open(location, of)
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}

const script = async (on: Database, text: string): Promise<void> => {
  await on.script(text)
}

const rows = async (text: string) => (await db.ask(theServer, { text })).rows

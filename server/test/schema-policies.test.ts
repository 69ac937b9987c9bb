import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schema } from '#compose/folders.ts'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

const OURS = `('public', 'app', 'auth', 'storage', 'storage_private', 'ops')`

test('every table has row security', async () => {
  const { sql } = await testPeople()

  const open = await sql(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p') and not relrowsecurity and relnamespace::regnamespace::text in ${OURS}`,
  )

  expect(open).toEqual([])
})

test('every table lets the service role pass its row security, by a policy that names no other role', async () => {
  const { sql } = await testPeople()

  const closed = await sql(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relrowsecurity and not exists (
        select from pg_policy
         where polrelid = pg_class.oid and polpermissive and polcmd = '*' and polroles = array['service_role'::regrole::oid]
           and pg_get_expr(polqual, polrelid) = 'true' and pg_get_expr(polwithcheck, polrelid) = 'true')`,
  )
  const restricting = await sql(
    `select polname::text from pg_policy
      where not polpermissive and polroles && array[0::oid, 'service_role'::regrole::oid]`,
  )

  expect(closed).toEqual([])
  expect(restricting).toEqual([])
})

test('every view runs with the rights of who asks', async () => {
  const { sql } = await testPeople()

  const bypassing = await sql(
    `select relname::text from pg_class
      where relkind in ('v', 'm') and relnamespace::regnamespace::text in ${OURS}
        and not coalesce(reloptions @> array['security_invoker=true'], false)`,
  )

  expect(bypassing).toEqual([])
})

test('every function that runs with its owner’s rights has a search path of its own', async () => {
  const { sql } = await testPeople()

  const exposed = await sql(
    `select oid::regprocedure::text as name from pg_proc
      where prosecdef and pronamespace::regnamespace::text in ${OURS}
        and not coalesce(proconfig @> array['search_path=""'], false)`,
  )

  expect(exposed).toEqual([])
})

test('visitors can call one function of the product, members a handful', async () => {
  const { sql } = await testPeople()
  const callableBy = async (role: string) => {
    const rows = await sql<{ name: string }>(
      `select proname::text as name from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege($1, oid, 'execute')
        order by 1`,
      [role],
    )
    return rows.map(({ name }) => name)
  }

  expect(await callableBy('anon')).toEqual(['is_admin'])
  expect(await callableBy('authenticated')).toEqual([
    'accept_project_invitation',
    'count_feedback',
    'create_project',
    'get_admin_figures',
    'get_attention',
    'get_dashboard_stats',
    'get_deleted_bolt_projects',
    'get_duplicate_links',
    'get_feedback_analytics',
    'get_linked_projects',
    'get_my_invitations',
    'get_my_projects',
    'get_project_members',
    'get_project_repository',
    'get_push_activity',
    'get_subscription_status',
    'get_sync_states',
    'has_access',
    'is_admin',
    'reopen_closed_tasks',
    'restore_bolt_project',
    'search_feedback',
    'set_project_repository',
  ])
})

test('every reference can be followed backwards by an index', async () => {
  const { sql } = await testPeople()

  const unindexed = await sql(
    `select conrelid::regclass::text as from_table, conname::text as reference from pg_constraint
      where contype = 'f' and connamespace::regnamespace::text in ${OURS}
        and not exists (
          select from pg_index
           where indrelid = conrelid
             and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`,
  )

  expect(unindexed).toEqual([])
})

test('what identity and the servers keep is out of every caller’s reach', async () => {
  const { db, sql, visitor, member, admin, service } = await testPeople()
  const kept = await sql<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ('auth', 'ops') order by 1`,
  )
  const reads = Object.fromEntries(kept.map(({ name }) => [name, { text: `select from ${name}` }]))

  const found = await rights(db, { visitor, member, admin, service }, reads)

  expect(kept.length).toBeGreaterThan(10)
  expect(found.split('\n').slice(1)).toEqual(
    ['visitor', 'member', 'admin', 'service'].map((name) =>
      [name, ...kept.map(() => 'refused')].join(' '),
    ),
  )
})

test('callers know themselves by their claims, in the old spelling and the new', async () => {
  const { db, visitor, member } = await testPeople()
  const text = 'select auth.uid() as id, auth.role() as role, auth.email() as email'
  const spelt = { 'request.jwt.claim.sub': member.id, 'request.jwt.claim.role': 'authenticated' }

  const known = await db.ask(member, { text })
  const older = await db.ask({ role: 'anon', claims: {} }, { text }, { settings: spelt })
  const nobody = await db.ask(visitor, { text })

  expect(known.rows).toEqual([{ id: member.id, role: 'authenticated', email: member.email }])
  expect(older.rows).toEqual([{ id: member.id, role: 'authenticated', email: null }])
  expect(nobody.rows).toEqual([{ id: null, role: 'anon', email: null }])
})

test('nobody but the server makes tables or schemas', async () => {
  const { db, visitor, member, service } = await testPeople()

  const found = await rights(
    db,
    { visitor, member, service },
    {
      table: { text: 'create table public.mine ()' },
      schema: { text: 'create schema mine' },
    },
  )

  expect(found).toBe(
    table(`
               table    schema
      visitor  refused  refused
      member   refused  refused
      service  refused  refused
    `),
  )
})

test('the roles are made once: for the server that has them there is nothing to do', async () => {
  const { sql, asks, member } = await testPeople()
  const roles = await readFile(join(schema.platformSql, 'roles.sql'), 'utf8')

  await sql(roles)

  await expect(asks(member, roles)).rejects.toMatchObject({
    message: expect.stringContaining('run platform/sql/roles.sql once on this database'),
  })
})

test('of a person who goes, no table keeps a trace', async () => {
  const { sql, member, other, admin } = await testPeople()
  const user_id = member.id
  const project_id = await addRow(sql, 'projects', { owner_id: other.id, name: 'Elsewhere' })
  await addRow(sql, 'project_members', { project_id, user_id, role: 'editor' })
  await addRow(sql, 'tasks', {
    project_id,
    name: 'Sail',
    assignee_id: user_id,
    created_by: user_id,
  })
  await addRow(sql, 'project_invitations', { project_id, email: member.email })
  await addRow(sql, 'bolt_projects', { user_id, project_name: 'Ferry' })
  await addRow(sql, 'feedback_categories', { code: 'bug' })
  await addRow(sql, 'user_feedback', { user_id, feedback_category: 'bug' })
  await addRow(sql, 'analytics', { user_id, name: 'signed_up' })
  await addRow(sql, 'github_integrations', { user_id })
  await addRow(sql, 'audit_log', { actor_id: user_id, action: 'account_exported' })
  const plan_id = await addRow(sql, 'plans', { name: 'Pro Monthly', price: 4 })
  await addRow(sql, 'checkouts', {
    user_id,
    plan_id,
    variant_id: '1001',
    success_url: '/upgrade',
    cancel_url: '/upgrade',
  })
  await addRow(sql, 'cancellations', { user_id, comment: member.email })
  await sql(`insert into ops.leases (name, holder, until) values ($1, 'a', now())`, [
    `checkout ${user_id}`,
  ])
  await addRow(sql, 'transactions', {
    user_id,
    provider_invoice_id: '1',
    amount: 4,
    currency: 'USD',
    status: 'paid',
  })
  await sql(
    `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'email', $2, '{}')`,
    [user_id, user_id],
  )

  await sql('delete from auth.users where id = $1', [user_id])

  expect(await tablesNaming(sql, user_id)).toEqual([])
  expect(await tablesNaming(sql, member.email)).toEqual([])
  expect(await tablesNaming(sql, admin.id)).toEqual([
    'auth.users',
    'public.analytics',
    'public.users',
  ])
})

/** Tables with a row that contains the text. */
async function tablesNaming(sql: Awaited<ReturnType<typeof testPeople>>['sql'], words: string) {
  const tables = await sql<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ${OURS} order by 1`,
  )
  const naming: string[] = []
  for (const { name } of tables) {
    const found = await sql(
      `select from ${name} as kept where kept::text like '%' || $1 || '%' limit 1`,
      [words],
    )
    if (found.length > 0) naming.push(name)
  }

  return naming
}

import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

const SEALED = 'enc1.k1.aXY.Y3Q.dGFn'

test('a connection is seen by its owner in sealed form, and its refresh token by no key or session', async () => {
  const { db, sql, visitor, member, other, admin, service } = await testPeople()
  await addRow(sql, 'github_integrations', {
    user_id: member.id,
    access_token: SEALED,
    refresh_token: SEALED,
    github_username: 'member',
  })
  const select = (columns: string) => ({
    text: `select ${columns} from public.github_integrations where user_id = $1`,
    values: [member.id],
  })

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      select: select('github_username, expires_at, installation_id, access_token'),
      'refresh-token': select('refresh_token'),
      lease: select('refreshing_until'),
      everything: select('*'),
    },
  )

  expect(found).toBe(
    table(`
               select   refresh-token  lease    everything
      visitor  refused  refused        refused  refused
      member   allowed  refused        refused  refused
      other    nothing  refused        refused  refused
      admin    nothing  refused        refused  refused
      service  allowed  refused        refused  refused
    `),
  )
})

test('nobody writes a connection but the server itself, under its own login', async () => {
  const { db, sql, visitor, member, other, admin, service } = await testPeople()
  await addRow(sql, 'github_integrations', { user_id: member.id, access_token: SEALED })

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      insert: {
        text: 'insert into public.github_integrations (user_id, access_token) values ($1, $2)',
        values: [other.id, SEALED],
      },
      update: { text: 'update public.github_integrations set installation_id = 1' },
      delete: { text: 'delete from public.github_integrations' },
    },
  )

  expect(found).toBe(
    table(`
               insert   update   delete
      visitor  refused  refused  refused
      member   refused  refused  refused
      other    refused  refused  refused
      admin    refused  refused  refused
      service  refused  refused  allowed
    `),
  )
})

test('a token that was not sealed is not stored', async () => {
  const { sql, member } = await testPeople()
  const store = (column: string) =>
    addRow(sql, 'github_integrations', { user_id: member.id, [column]: 'ghu_plain' })

  await expect(store('access_token')).rejects.toMatchObject({ code: '23514' })
  await expect(store('refresh_token')).rejects.toMatchObject({ code: '23514' })
})

test('a member has one connection', async () => {
  const { sql, member } = await testPeople()
  await addRow(sql, 'github_integrations', { user_id: member.id })

  await expect(addRow(sql, 'github_integrations', { user_id: member.id })).rejects.toMatchObject({
    code: '23505',
  })
})

test('the states of connections under way are nobody’s to read or write', async () => {
  const { db, sql, visitor, member, admin, service } = await testPeople()
  const state = { user_id: member.id, state_hash: 'a'.repeat(64), code_verifier_sealed: SEALED }
  await addRow(sql, 'github_connection_states', state)

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      select: { text: 'select * from public.github_connection_states' },
      insert: {
        text: `insert into public.github_connection_states (state_hash, user_id, code_verifier_sealed)
               values (repeat('b', 64), $1, $2)`,
        values: [member.id, SEALED],
      },
      update: { text: 'update public.github_connection_states set used_at = null' },
      delete: { text: 'delete from public.github_connection_states' },
    },
  )

  expect(found).toBe(
    table(`
               select   insert   update   delete
      visitor  refused  refused  refused  refused
      member   refused  refused  refused  refused
      admin    refused  refused  refused  refused
      service  refused  refused  refused  refused
    `),
  )
})

test('a state is kept only as a hash', async () => {
  const { sql, member } = await testPeople()

  const kept = addRow(sql, 'github_connection_states', {
    user_id: member.id,
    state_hash: 'a-state-in-the-clear',
    code_verifier_sealed: SEALED,
  })

  await expect(kept).rejects.toMatchObject({ code: '23514' })
})

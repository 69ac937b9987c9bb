import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

test('people see and write their own profile, admins see everyone, and nobody raises their own role', async () => {
  const { db, visitor, member, other, admin, service } = await testPeople()
  const values = [member.id]

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      select: { text: 'select * from public.users where id = $1', values },
      about: { text: `update public.users set about = 'me' where id = $1`, values },
      role: { text: `update public.users set role = 'admin' where id = $1`, values },
      become: { text: `update public.users set id = '${other.id}' where id = $1`, values },
      email: { text: `update public.users set email = 'x@example.test' where id = $1`, values },
      delete: { text: 'delete from public.users where id = $1', values },
    },
  )

  expect(found).toBe(
    table(`
               select   about    role     become   email    delete
      visitor  refused  refused  refused  refused  refused  refused
      member   allowed  allowed  refused  refused  refused  refused
      other    nothing  nothing  refused  nothing  refused  refused
      admin    allowed  nothing  refused  nothing  refused  refused
      service  allowed  allowed  allowed  23505    allowed  allowed
    `),
  )
})

test('a picture comes from a web page or our own site, and from nowhere else', async () => {
  const { asks, member } = await testPeople()
  const show = (url: string) => asks(member, 'update public.users set avatar_url = $1', [url])

  await show('/storage/v1/object/public/avatars/face.png')
  await show('https://gitferry.test/storage/v1/object/public/avatars/face.png')

  await expect(show('//elsewhere.test/pixel.png')).rejects.toMatchObject({ code: '23514' })
  await expect(show('javascript:alert(1)')).rejects.toMatchObject({ code: '23514' })
})

test('a profile that is missing can be made by its owner alone, as a plain member', async () => {
  const { db, sql, visitor, member, other, admin } = await testPeople()
  await sql('delete from public.users where id = $1', [member.id])
  const make = (columns: string, ...values: unknown[]) => ({
    text: `insert into public.users (id, ${columns}) values ($1, ${values.map((_, i) => `$${i + 2}`)})`,
    values: [member.id, ...values],
  })

  const found = await rights(
    db,
    { visitor, member, other, admin },
    {
      own: make('email, display_name', member.email, 'Me'),
      'false-address': make('email', other.email),
      'as-admin': make('email, role', member.email, 'admin'),
    },
  )

  expect(found).toBe(
    table(`
               own      false-address  as-admin
      visitor  refused  refused        refused
      member   allowed  refused        refused
      other    refused  refused        refused
      admin    refused  refused        refused
    `),
  )
})

test('signing up makes a member, called by the first name that was given', async () => {
  const { sql, signUp } = await testPeople()
  const namedBy = async (email: string, metadata: object) => {
    const { id } = await signUp(email, metadata)
    return profile(sql, id)
  }

  expect(await namedBy('a@example.test', { full_name: 'Full', display_name: 'Display' })).toEqual({
    email: 'a@example.test',
    display_name: 'Full',
    role: 'member',
    language: 'en',
  })
  expect(
    await namedBy('b@example.test', { full_name: '  ', displayName: 'Display', name: 'Plain' }),
  ).toMatchObject({ display_name: 'Display' })
  expect(await namedBy('c@example.test', { display_name: 'Display', name: 'Plain' })).toMatchObject(
    { display_name: 'Display' },
  )
  expect(await namedBy('d@example.test', { name: 'Plain' })).toMatchObject({
    display_name: 'Plain',
  })
  expect(await namedBy('newcomer@example.test', {})).toMatchObject({ display_name: 'newcomer' })
})

test('somebody without address or name is called User, and no name is too long to sign up with', async () => {
  const { sql } = await testPeople()

  const [nameless] = await sql(`insert into auth.users (phone) values ('34600') returning id`)
  const [endless] = await sql(
    `insert into auth.users (email, raw_user_meta_data)
     values ('long@example.test', jsonb_build_object('name', repeat('x', 5000), 'language', 'es')) returning id`,
  )

  expect(await profile(sql, nameless?.id)).toMatchObject({ display_name: 'User', email: null })
  expect(await profile(sql, endless?.id)).toMatchObject({
    display_name: 'x'.repeat(200),
    language: 'es',
  })
})

test('the profile follows the address of the account, and is emptied when the account is', async () => {
  const { sql, member } = await testPeople()

  await sql(`update auth.users set email = 'new@example.test' where id = $1`, [member.id])
  const moved = await profile(sql, member.id)
  await sql('update auth.users set deleted_at = now() where id = $1', [member.id])
  const emptied = await profile(sql, member.id)

  expect(moved).toMatchObject({ email: 'new@example.test', display_name: 'member' })
  expect(emptied).toMatchObject({ email: null, display_name: null })
})

test('nobody but the service key changes a role by the data API, and that is audited', async () => {
  const { db, asks, sql, visitor, member, other, admin, service } = await testPeople()
  const text = 'select public.set_user_role($1, $2)'

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      'other-to-admin': { text, values: [other.id, 'admin'] },
      'to-an-unknown-role': { text, values: [other.id, 'king'] },
    },
  )
  await asks(service, text, [other.id, 'admin'])

  expect(found).toBe(
    table(`
               other-to-admin  to-an-unknown-role
      visitor  refused         refused
      member   refused         refused
      admin    refused         refused
      service  allowed         23514
    `),
  )
  expect(await profile(sql, other.id)).toMatchObject({ role: 'admin' })
  expect(await asks(admin, 'select action, subject_id, details from public.audit_log')).toEqual([
    { action: 'user_role_changed', subject_id: other.id, details: { role: 'admin' } },
  ])
})

test('is_admin knows admins from members and visitors', async () => {
  const { asks, visitor, member, admin } = await testPeople()
  const ask = 'select public.is_admin() as answer'

  const answers = [await asks(visitor, ask), await asks(member, ask), await asks(admin, ask)]

  expect(answers.flat()).toEqual([{ answer: false }, { answer: false }, { answer: true }])
})

test('early access is switched on by Pro members only, and off by anyone', async () => {
  const { asks, sql, member, other } = await testPeople()
  await addRow(sql, 'subscriptions', {
    user_id: member.id,
    plan_id: await addRow(sql, 'plans', { name: 'Pro Monthly', price: 4 }),
    status: 'active',
    lemon_squeezy_subscription_id: '1',
  })
  const switchTo = 'update public.users set early_access = $1 returning early_access'

  const pro = await asks(member, switchTo, [true])
  const off = await asks(other, switchTo, [false])

  expect(pro).toEqual([{ early_access: true }])
  expect(off).toEqual([{ early_access: false }])
  await expect(asks(other, switchTo, [true])).rejects.toMatchObject({
    code: 'PGRST',
    message: expect.stringContaining('This is a Pro feature'),
  })
})

type Ask = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

async function profile(sql: Ask, id: unknown) {
  const [row] = await sql(
    'select email, display_name, role, language from public.users where id = $1',
    [id],
  )

  return row
}

import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

const DAY_MS = 86_400_000
const ACCEPT = 'select public.accept_project_invitation($1)'

test('owners invite and withdraw, the invited see it and may decline, for others it does not exist', async () => {
  const { db, callers, project, invitation } = await invited()
  const on = (text: string) => ({ text: `${text} where id = $1`, values: [invitation] })

  const found = await rights(db, callers, {
    select: on('select * from public.project_invitations'),
    invite: {
      text: `insert into public.project_invitations (project_id, email) values ($1, 'x@example.test') returning id`,
      values: [project],
    },
    'change-role': on(`update public.project_invitations set role = 'viewer'`),
    delete: on('delete from public.project_invitations'),
    accept: { text: ACCEPT, values: [invitation] },
    list: { text: 'select * from public.get_my_invitations()' },
  })

  expect(found).toBe(
    table(`
               select   invite   change-role  delete   accept   list
      visitor  refused  refused  refused      refused  refused  refused
      owner    allowed  allowed  refused      allowed  P0001    nothing
      editor   nothing  refused  refused      nothing  P0001    nothing
      invited  allowed  refused  refused      allowed  allowed  allowed
      other    nothing  refused  refused      nothing  P0001    nothing
      admin    nothing  refused  refused      nothing  P0001    nothing
      service  allowed  allowed  allowed      allowed  refused  refused
    `),
  )
})

test('who accepts becomes a member in the role he was invited to, once', async () => {
  const { asks, project, invitation, guest } = await invited()

  const [accepted] = await asks(guest, ACCEPT, [invitation])

  expect(accepted).toEqual({ accept_project_invitation: project })
  expect(await asks(guest, 'select name from public.projects')).toEqual([{ name: 'Ferry' }])
  expect(
    await asks(guest, 'select role from public.project_members where user_id = $1', [guest.id]),
  ).toEqual([{ role: 'editor' }])
  await expect(asks(guest, ACCEPT, [invitation])).rejects.toMatchObject({
    message: 'Invitation not found or expired',
  })
})

test('the invited are told the project’s name and who asks them, before they may see it', async () => {
  const { asks, guest } = await invited()

  const list = await asks(
    guest,
    'select project_name, invited_by_name, role from public.get_my_invitations()',
  )

  expect(list).toEqual([{ project_name: 'Ferry', invited_by_name: 'member', role: 'editor' }])
  expect(await asks(guest, 'select from public.projects')).toEqual([])
})

test('an invitation ends after fourteen days', async () => {
  const { db, guest, invitation } = await invited()
  const fifteenDaysOn = { settings: { 'app.clock_offset_ms': String(15 * DAY_MS) } }

  const list = await db.ask(
    guest,
    { text: 'select from public.get_my_invitations()' },
    fifteenDaysOn,
  )
  const accepted = db.ask(guest, { text: ACCEPT, values: [invitation] }, fifteenDaysOn)

  expect(list.rows).toEqual([])
  await expect(accepted).rejects.toMatchObject({ message: 'Invitation not found or expired' })
})

test('an address that was never confirmed opens no invitation, whatever the token claims', async () => {
  const { asks, sql, guest, invitation } = await invited()
  await sql('update auth.users set email_confirmed_at = null where id = $1', [guest.id])

  const seen = await asks(guest, 'select from public.project_invitations')

  expect(seen).toEqual([])
  await expect(asks(guest, ACCEPT, [invitation])).rejects.toMatchObject({ code: 'P0001' })
})

test('inviting a known and an unknown address looks the same', async () => {
  const { asks, project, owner, other } = await invited()
  const invite = (email: string) =>
    asks(
      owner,
      `insert into public.project_invitations (project_id, email) values ($1, $2)
       returning email, role, invited_by, expires_at - created_at = interval '14 days' as lasts`,
      [project, email],
    )

  const known = await invite(other.email)
  const unknown = await invite(' Nobody@Example.test ')

  const same = { role: 'viewer', invited_by: owner.id, lasts: true }
  expect(known).toEqual([{ email: other.email, ...same }])
  expect(unknown).toEqual([{ email: 'nobody@example.test', ...same }])
})

test('who is invited again as a member keeps the role he has', async () => {
  const { asks, sql, project, guest, invitation } = await invited()
  await addRow(sql, 'project_members', { project_id: project, user_id: guest.id, role: 'viewer' })

  await asks(guest, ACCEPT, [invitation])

  expect(
    await sql('select role from public.project_members where user_id = $1', [guest.id]),
  ).toEqual([{ role: 'viewer' }])
})

test('when a person goes, what was sent to his address goes too', async () => {
  const { sql, guest } = await invited()

  await sql('delete from auth.users where id = $1', [guest.id])

  expect(await sql('select from public.project_invitations')).toEqual([])
})

/** The member's project, to which an editor belongs and a guest is invited. */
async function invited() {
  const home = await testPeople()
  const { sql, signUp, visitor, member: owner, other, admin, service } = home
  const editor = await signUp('editor@example.test')
  const guest = await signUp('guest@example.test')
  const project = await addRow(sql, 'projects', { owner_id: owner.id, name: 'Ferry' })
  await addRow(sql, 'project_members', { project_id: project, user_id: editor.id, role: 'editor' })
  const invitation = await addRow(sql, 'project_invitations', {
    project_id: project,
    email: 'Guest@example.test',
    role: 'editor',
    invited_by: owner.id,
  })
  const callers = { visitor, owner, editor, invited: guest, other, admin, service }

  return { ...home, callers, project, invitation, owner, guest }
}

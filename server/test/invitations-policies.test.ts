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

test('accepting makes the user a member in the invited role, once', async () => {
  const { asks, project, invitation, invitee } = await invited()

  const [accepted] = await asks(invitee, ACCEPT, [invitation])

  expect(accepted).toEqual({ accept_project_invitation: project })
  expect(await asks(invitee, 'select name from public.projects')).toEqual([{ name: 'Ferry' }])
  expect(
    await asks(invitee, 'select role from public.project_members where user_id = $1', [invitee.id]),
  ).toEqual([{ role: 'editor' }])
  await expect(asks(invitee, ACCEPT, [invitation])).rejects.toMatchObject({
    message: 'Invitation not found or expired',
  })
})

test('the invited are told the project’s name and who asks them, before they may see it', async () => {
  const { asks, invitee } = await invited()

  const list = await asks(
    invitee,
    'select project_name, invited_by_name, role from public.get_my_invitations()',
  )

  expect(list).toEqual([{ project_name: 'Ferry', invited_by_name: 'member', role: 'editor' }])
  expect(await asks(invitee, 'select from public.projects')).toEqual([])
})

test('an invitation ends after fourteen days', async () => {
  const { db, invitee, invitation } = await invited()
  const fifteenDaysOn = { settings: { 'app.clock_offset_ms': String(15 * DAY_MS) } }

  const list = await db.ask(
    invitee,
    { text: 'select from public.get_my_invitations()' },
    fifteenDaysOn,
  )
  const accepted = db.ask(invitee, { text: ACCEPT, values: [invitation] }, fifteenDaysOn)

  expect(list.rows).toEqual([])
  await expect(accepted).rejects.toMatchObject({ message: 'Invitation not found or expired' })
})

test('an address that was never confirmed opens no invitation, whatever the token claims', async () => {
  const { asks, sql, invitee, invitation } = await invited()
  await sql('update auth.users set email_confirmed_at = null where id = $1', [invitee.id])

  const seen = await asks(invitee, 'select from public.project_invitations')

  expect(seen).toEqual([])
  await expect(asks(invitee, ACCEPT, [invitation])).rejects.toMatchObject({ code: 'P0001' })
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

test('a member who is invited again keeps their role', async () => {
  const { asks, sql, project, invitee, invitation } = await invited()
  await addRow(sql, 'project_members', { project_id: project, user_id: invitee.id, role: 'viewer' })

  await asks(invitee, ACCEPT, [invitation])

  expect(
    await sql('select role from public.project_members where user_id = $1', [invitee.id]),
  ).toEqual([{ role: 'viewer' }])
})

test('invitations to an address are deleted with its account', async () => {
  const { sql, invitee } = await invited()

  await sql('delete from auth.users where id = $1', [invitee.id])

  expect(await sql('select from public.project_invitations')).toEqual([])
})

/** The member's project, with an editor and an invited user. */
async function invited() {
  const home = await testPeople()
  const { sql, signUp, visitor, member: owner, other, admin, service } = home
  const editor = await signUp('editor@example.test')
  const invitee = await signUp('invitee@example.test')
  const project = await addRow(sql, 'projects', { owner_id: owner.id, name: 'Ferry' })
  await addRow(sql, 'project_members', { project_id: project, user_id: editor.id, role: 'editor' })
  const invitation = await addRow(sql, 'project_invitations', {
    project_id: project,
    email: 'Invitee@example.test',
    role: 'editor',
    invited_by: owner.id,
  })
  const callers = { visitor, owner, editor, invited: invitee, other, admin, service }

  return { ...home, callers, project, invitation, owner, invitee }
}

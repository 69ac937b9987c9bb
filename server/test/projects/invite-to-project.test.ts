import type { ServerFunction } from '@app/platform/http/functions/server-function.ts'
import { rateLimits } from '@app/platform/limits/rate-limits.ts'
import { openOutbox } from '@app/platform/mail/outbox.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { startFunctions } from '@app/platform/test/functions/function-server.ts'
import { brand } from '@app/platform/test/mail/mail-servers.ts'
import { expect, test } from 'vitest'
import { inviteToProject } from '#http/functions/invite-to-project.ts'
import { templates } from '#mails/templates.ts'
import { addRow } from '#test/add-row.ts'

test('an invitation is written down and mailed, in the language of whoever gets it', async () => {
  const { invite, owner, other, sql } = await project()
  await sql(`update public.users set language = 'es' where id = $1`, [other.id])

  const answer = await invite(owner, { email: ' Other@Example.test ', role: 'editor' })

  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ success: true })
  expect(await sql('select email, role, invited_by from public.project_invitations')).toEqual([
    { email: 'other@example.test', role: 'editor', invited_by: owner.id },
  ])
  expect(await sql('select to_address, template, language from ops.mail_outbox')).toEqual([
    { to_address: 'other@example.test', template: 'project_invitation', language: 'es' },
  ])
})

test('a known address, an unknown one and a member’s get the same answer', async () => {
  const { invite, owner, sql, projectId, admin } = await project()
  await addRow(sql, 'project_members', { project_id: projectId, user_id: admin.id, role: 'viewer' })
  const told = async (email: string) => {
    const answer = await invite(owner, { email, role: 'viewer' })
    return [answer.status, await answer.text()]
  }

  const known = await told('other@example.test')

  expect(await told('nobody@example.test')).toEqual(known)
  expect(await told('admin@example.test')).toEqual(known)
  expect(await sql('select from ops.mail_outbox')).toHaveLength(3)
})

test('who wants no mail about teams gets none, and finds the invitation all the same', async () => {
  const { invite, owner, other, sql, asks } = await project()
  await sql('update public.users set notify_team = false where id = $1', [other.id])

  const answer = await invite(owner, { email: other.email, role: 'viewer' })

  expect(answer.status).toBe(200)
  expect(await sql('select from ops.mail_outbox')).toEqual([])
  expect(await asks(other, 'select from public.get_my_invitations()')).toHaveLength(1)
})

test('a second invitation takes the place of the first, and is mailed again', async () => {
  const { invite, owner, sql } = await project()

  await invite(owner, { email: 'guest@example.test', role: 'viewer' })
  await invite(owner, { email: 'guest@example.test', role: 'editor' })

  expect(await sql('select role from public.project_invitations')).toEqual([{ role: 'editor' }])
  expect(await sql('select from ops.mail_outbox')).toHaveLength(2)
})

test('only the owner invites; for other members the project does not exist', async () => {
  const { invite, other, admin, sql, projectId } = await project()
  await addRow(sql, 'project_members', { project_id: projectId, user_id: other.id, role: 'editor' })
  const told = async (person: typeof other) => {
    const answer = await invite(person, { email: 'x@example.test', role: 'viewer' })
    return [answer.status, await answer.json()]
  }

  expect(await told(other)).toMatchObject([
    403,
    { error: 'Only the owner of a project invites others', code: 'owner_only' },
  ])
  expect(await told(admin)).toMatchObject([404, { error: 'Project not found', code: 'not_found' }])
  expect(await sql('select from public.project_invitations')).toEqual([])
})

test('nobody is invited as an owner, nor without an address', async () => {
  const { invite, owner } = await project()

  const asOwner = await invite(owner, { email: 'x@example.test', role: 'owner' })
  const nowhere = await invite(owner, { email: 'nobody', role: 'viewer' })

  expect([asOwner.status, nowhere.status]).toEqual([400, 400])
})

test('invitations over the data API and by the function share one limit', async () => {
  const { invite, owner, asks, projectId, sql } = await project()
  await asks(
    owner,
    `insert into public.project_invitations (project_id, email)
     select $1, 'g' || i || '@example.test' from generate_series(1, 30) as i`,
    [projectId],
  )

  const answer = await invite(owner, { email: 'one-more@example.test', role: 'viewer' })

  expect([answer.status, await answer.json()]).toMatchObject([
    429,
    { error: 'Too many invitations in a short time', code: 'over_request_rate_limit' },
  ])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await sql('select from ops.mail_outbox')).toEqual([])
})

/** The member's project, and the function over the real outbox. */
async function project() {
  const functions: Record<string, ServerFunction<undefined>> = {}
  const home = await startFunctions(functions)
  const { db, sql, signUp, member: owner, signIn, call } = home
  const admin = await signUp('admin@example.test')
  await sql(`update public.users set role = 'admin' where id = $1`, [admin.id])
  const needs = {
    db,
    limits: rateLimits(db),
    outbox: openOutbox({ keyring: KEYS, brand, templates }),
  }
  functions['invite-to-project'] = {
    ...inviteToProject,
    authorize: (asked) => inviteToProject.authorize(asked, needs),
  }
  const projectId = await addRow(sql, 'projects', { owner_id: owner.id, name: 'Ferry' })

  return {
    ...home,
    owner,
    admin,
    projectId,
    invite: async (person: typeof owner, invitation: { email: string; role: string }) =>
      call('invite-to-project', {
        headers: { authorization: `Bearer ${(await signIn(person)).token}` },
        body: JSON.stringify({ projectId, ...invitation }),
      }),
  }
}

const KEYS = keyring([{ id: 'k1', bytes: Buffer.alloc(32, 7) }])

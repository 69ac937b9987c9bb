import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { registerMember, signIn } from './people.ts'
import { makeProject, restClientFor } from './projects.ts'

test('a guest is invited by mail, accepts, reads, is promoted and leaves', async ({
  page,
  member,
  mailbox,
}) => {
  const client = await restClientFor(page.request, member)
  const project = await makeProject(client, 'Ferry', ['Hoist the sail'])
  const guest = await registerMember(page.request, mailbox)
  await page.goto(`${project.path}?tab=members`)

  await page.getByLabel('Email').fill(guest.email)
  await page.getByText('Viewer', { exact: true }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`If ${guest.email} can receive email`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeVisible()
  const { subject, text } = await mailbox.newest(guest.email, 2)
  expect(subject).toBe(`${member.name} invites you to Ferry`)
  const link = new URL(/https?:\/\/\S+\/projects\/\S+/.exec(text)?.[0] ?? '')

  await signIn(page, guest)
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByText(`${member.name} would like to have you as viewer.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Ferry' })).toBeVisible()
  await expect(page.getByText('Hoist the sail')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByText('Not set').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)

  const { id } = await restClientFor(page.request, guest)
  const membership = `project_members?project_id=eq.${project.id}&user_id=eq.${id}`
  await client.rest(membership, { method: 'PATCH', data: { role: 'editor' } })
  await page.goto(`${project.path}?tab=members`)
  await page.getByRole('button', { name: 'Leave project' }).click()
  await page.getByLabel('Type Ferry to confirm').fill('Ferry')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave project' }).click()
  await expect(page.getByText('You have left Ferry')).toBeVisible()
  await page.goto(project.path)
  await expect(page.getByRole('heading', { name: 'This project is not here' })).toBeVisible()
})

test('the owner changes a role, withdraws an invitation and removes a member by name', async ({
  page,
  member,
  mailbox,
}) => {
  const client = await restClientFor(page.request, member)
  const project = await makeProject(client, 'Ferry')
  const guest = await registerMember(page.request, mailbox)
  const invitations = 'project_invitations'
  const [invitation] = await client.rest<{ id: string }[]>(invitations, {
    method: 'POST',
    data: { project_id: project.id, email: guest.email, role: 'editor' },
  })
  const theirs = await restClientFor(page.request, guest)
  const input_invitation_id = invitation?.id
  await theirs.rest('rpc/accept_project_invitation', {
    method: 'POST',
    data: { input_invitation_id },
  })
  await client.rest(invitations, {
    method: 'POST',
    data: { project_id: project.id, email: 'nobody@example.test' },
  })
  await page.goto(`${project.path}?tab=members`)

  await page.getByRole('button', { name: `Role of ${guest.name}: Editor` }).click()
  await page.getByRole('menuitem', { name: 'Viewer' }).click()
  await expect(page.getByText(`${guest.name} is now Viewer`)).toBeVisible()

  await page.getByRole('button', { name: 'Withdraw the invitation of nobody' }).click()
  await expect(page.getByText('nobody@example.test')).toBeHidden()

  await page.getByRole('button', { name: `Remove ${guest.name}` }).click()
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove' })
  await expect(remove).toBeDisabled()
  await page.getByLabel(`Type ${guest.name} to confirm`).fill(guest.name)
  await remove.click()
  await expect(page.getByRole('button', { name: `Remove ${guest.name}` })).toBeHidden()
  expect(await theirs.rest(`projects?id=eq.${project.id}`)).toEqual([])
})

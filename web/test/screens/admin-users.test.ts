import {
  ADMIN,
  identity,
  newPerson,
  type Person,
  publishableKey,
  type Requests,
  registerMember,
  tokensOf,
} from '@app/e2e/people.ts'
import { expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'
import type { Page } from './harness/page.ts'

test('an address is confirmed, the lost password is named, and one click sends the reset link', async ({
  page,
  mailbox,
}) => {
  const person = newPerson()
  const { name, email, password } = person
  await identity(page.request, 'signup', { email, password, data: { display_name: name } })
  await signIn(page, ADMIN)
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
  await page.locator('[data-row]').click()

  const dialog = await ask(page, 'Confirm address', `Confirm ${email}?`)
  await expect(dialog).toContainText('the password from the registration is removed')
  await dialog.getByRole('button', { name: 'Confirm address' }).click()
  const drawer = page.locator('[data-drawer]')
  await expect(drawer.getByText("so they can't sign in yet.")).toBeVisible()
  await expect(tokensOf(page.request, person)).rejects.toThrow(/invalid_credentials/)
  expect((await mailbox.newest(email, 2)).text).toContain('no longer works')
  await drawer.getByRole('button', { name: 'Send reset link' }).click()
  await expect(drawer.getByText(`We sent a password reset email to ${email}.`)).toBeVisible()
  await page.goto(await mailbox.linkTo(email, 3))

  await expect(page).toHaveURL(/\/settings\?tab=security/)
})

test('an account is deleted only after its address was typed', async ({ page, mailbox }) => {
  const person = await registerMember(page.request, mailbox)
  await signIn(page, ADMIN)
  await open(page, person)

  const dialog = await ask(page, 'Delete account', `Delete ${person.name}?`)
  const submit = dialog.getByRole('button', { name: 'Delete permanently' })
  await dialog.getByLabel('Reason').fill('Asked for it')
  await expect(submit).toBeDisabled()
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
  await submit.click()

  await expect(page.getByText(`${person.name} has been deleted.`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, person)).toBeHidden()
})

test('several are changed at once, with an answer for each', async ({ page, mailbox }) => {
  const [one, two] = [
    await registerMember(page.request, mailbox),
    await registerMember(page.request, mailbox),
  ]
  await setRole(page.request, two, 'admin')
  await signIn(page, ADMIN)
  await page.goto('/admin/users')

  await page.getByLabel(`Select: ${one.name}`).check()
  await page.getByLabel(`Select: ${two.name}`).check()
  const bar = page.getByRole('region', { name: 'Selected items' })
  await bar.getByRole('button', { name: 'Ban' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ban 2 users?' })
  await dialog.getByLabel('Reason').fill('Both send spam')
  await dialog.getByRole('button', { name: 'Ban' }).click()

  const result = page.getByRole('alert')
  await expect(result).toContainText('1 changed, 1 failed.')
  await expect(result).toContainText(
    `${two.name}: This is an admin. Take the admin role away first.`,
  )
  await expect(row(page, one).closest('tr')).toContainText('Banned')
})

async function open(page: Page, person: Person) {
  await page.goto(`/admin/users?q=${encodeURIComponent(person.email)}`)
  await row(page, person).click()
  const drawer = page.getByRole('dialog', { name: person.name })
  await expect(drawer.getByRole('tab', { name: 'Overview' })).toBeVisible()

  return drawer
}

/** Found by its text: beside an open drawer, rows are hidden from screen readers. */
const row = (page: Page, { name }: Person) => page.locator('[data-row]', { hasText: name })

async function choosing(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function ask(page: Page, action: string, title: string) {
  await choosing(page, action)
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()

  return dialog
}

const asMember = async (request: Requests, token: string) => ({
  apikey: await publishableKey(request),
  authorization: `Bearer ${token}`,
})

/** As an admin's page does it. */
async function setRole(request: Requests, person: Person, role: 'admin' | 'member') {
  const { access_token } = await tokensOf(request, ADMIN)
  const { user } = await tokensOf(request, person)
  const answer = await request.post('/functions/v1/admin-users', {
    data: { action: 'set_role', userId: user.id, role },
    headers: await asMember(request, access_token),
  })

  expect(answer.status()).toBe(200)
}

import { expect, type Page } from '@playwright/test'
import { plugIn } from './authenticators.ts'
import { test } from './fixtures.ts'
import { ADMIN, makeMember, type Person, signIn } from './people.ts'

// The refused passkey.
test.use({ expectedConsole: /status of 400/ })

test('a member is offered a passkey once, signs in by its suggestion, and an admin removes it when it is lost', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await makeMember(page.request)
  await plugIn(page, 'internal')

  await page.goto('/login')
  await logIn(page, person)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Name', { exact: true }).fill('My laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('My laptop')).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await expect(page).toHaveURL('/dashboard')

  const admin = await browser.newPage({ baseURL: baseURL ?? '' })
  await signIn(admin, ADMIN)
  await admin.goto(`/admin/users?q=${person.email}`)
  await admin.locator('[data-row]', { hasText: person.name }).click()
  await admin.getByRole('tab', { name: 'Security' }).click()
  await admin.getByRole('button', { name: 'Remove My laptop' }).click()
  await admin.getByLabel('Reason').fill('Lost on a train')
  await admin.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(admin.getByText('The passkey is removed.')).toBeVisible()
  await admin.close()

  await signOut(page)
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await expect(page.getByRole('alert')).toContainText("This passkey isn't known here")
})

test('a security key is the second factor, and a recovery code replaces a lost one', async ({
  page,
  member,
}) => {
  const key = await plugIn(page, 'usb')
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Set up a security key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Blue key')
  await page.getByRole('button', { name: 'Continue' }).click()
  const code = await page
    .getByRole('listitem')
    .filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
    .first()
    .innerText()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('Blue key')).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await logIn(page, member)
  await page.getByRole('button', { name: 'Use security key' }).click()
  await expect(page).toHaveURL('/dashboard')

  await key.unplug()
  await signOut(page)
  await page.goto('/login')
  await logIn(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/dashboard')
})

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** As a sign-out does it to the browser. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.clear())
}

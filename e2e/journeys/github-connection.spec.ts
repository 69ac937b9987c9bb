import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { authorize, connectAndInstallLater, connectInSettings } from './code-host.ts'
import { test } from './fixtures.ts'
import { registerMember } from './people.ts'

// The browser logs refused calls.
test.use({ expectedConsole: /status of (400|401|404|409)|No stored OAuth state/ })

const CALLBACK = '/auth/github/callback'

test('a member connects, installs the app, finds their repositories, and disconnects', async ({
  page,
  member: _,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.addRepository(login, 'tide-planner', [{ message: 'feat: tides', hoursAgo: 1 }])
  await codeHost.addRepository(login, 'soup', [], true)

  await connectAndInstallLater(page, login)
  await page.getByRole('button', { name: 'Install the GitHub App' }).click()
  await page.waitForURL(/installations\/new/)
  await page.getByRole('link', { name: login }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'GitHub App Installed Successfully!',
  )

  await expect(page).toHaveURL('/settings?tab=github')
  await expect(page.getByRole('link', { name: `${login}/tide-planner` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search repositories' }).fill('soup')
  await expect(page).toHaveURL('/settings?tab=github&q=soup')
  await expect(page.getByRole('link', { name: `${login}/tide-planner` })).toBeHidden()
  await expect(page.getByRole('link', { name: `${login}/soup` })).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()

  await expect(page.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
})

test('a connection revoked at GitHub is shown and can be made again', async ({
  page,
  member: _,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await connectInSettings(page, login)
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible()

  await codeHost.revoke(login)
  await page.reload()

  await expect(page.getByText('Reconnect needed')).toBeVisible()
  await connectInSettings(page, login)
  await expect(page.getByText('No repositories', { exact: true })).toBeVisible()
})

test('a refusal at GitHub shows the reason and returns to settings', async ({
  page,
  member: _,
}) => {
  await page.goto('/settings?tab=github')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()

  await page.getByRole('button', { name: /cancel/i }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connection Failed')
  await expect(page.getByRole('main')).toContainText('GitHub OAuth error: access_denied')
  await expectAccessible(page)
  await expect(page).toHaveURL('/settings?tab=github')
  await expect(page.getByRole('alert')).toContainText("Couldn't connect GitHub")
})

test('an expired code, and an unknown state', async ({ page, member: _, codeHost }) => {
  const login = await codeHost.newPerson()
  await page.goto('/settings?tab=github')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await page.waitForURL(/login\/oauth/)
  const state = new URL(page.url()).searchParams.get('state')

  await page.goto(`${CALLBACK}?code=abc&state=not-${state}`)
  await expect(page.getByRole('main')).toContainText(
    'Invalid state parameter - potential CSRF attack',
  )

  await page.goto(`${CALLBACK}?code=long-gone&state=${state}`)
  await expect(page.getByRole('main')).toContainText(
    'Authorization code expired. Please try connecting again.',
  )
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('github')

  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await authorize(page, login)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GitHub Connected Successfully!')
})

test('a visitor and an empty callback', async ({ page }) => {
  await page.goto(`${CALLBACK}?code=abc&state=def`)
  await expect(page.getByRole('main')).toContainText('No user session found. Please log in first.')

  await page.goto(CALLBACK)
  await expect(page.getByRole('main')).toContainText('No authorization code received')
})

test('a visitor who comes from an installation signs in and goes on', async ({ page, mailbox }) => {
  const person = await registerMember(page.request, mailbox)

  await page.goto('/auth/github/setup?setup_action=request')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page).toHaveURL('/auth/github/setup?setup_action=request')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for approval')
  await page.getByRole('link', { name: 'Return to Settings' }).click()
  await expect(page).toHaveURL('/settings?tab=github')
})

test('a setup without an installation, and with one that GitHub does not know', async ({
  page,
  member: _,
  codeHost,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/auth/github/setup')
  await expect(heading).toHaveText('Setup Error')
  await expect(page.getByRole('main')).toContainText('No installation_id received from GitHub')
  await expect(page.getByRole('link', { name: 'Return to Settings' })).toBeVisible()

  await connectAndInstallLater(page, await codeHost.newPerson())
  await page.goto('/auth/github/setup?installation_id=123456&setup_action=install')
  await expect(heading).toHaveText('Confirming the installation...')
  await expect(heading).toHaveText('Setup Error')
  await expect(page.getByRole('main')).toContainText("GitHub doesn't list this installation")
  await expect(page).toHaveURL('/settings?tab=github')
})

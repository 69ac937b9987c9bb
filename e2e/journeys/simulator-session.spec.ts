import { expect } from '@playwright/test'
import { connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { endSession, openPanel, openSimulator, pickUpSession, status } from './simulator.ts'

test('the simulator has a session of its own, checks the account and logs every call', async ({
  page,
  member,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await connect(page, login)
  await openSimulator(page)
  await expect(status(page)).toContainText('Not signed in')

  await pickUpSession(page)

  await expect(status(page)).toContainText('Free')
  await expect(status(page)).toContainText(`Connected as ${login}`)
  await expect(status(page)).toContainText(/4,9\d\d of 5,000/)
  await expect(page.getByText(`Signed in as ${member.email}`)).toBeVisible()
  await openPanel(page, 'Log')
  const log = page.getByRole('tabpanel', { name: 'Log' })
  for (const call of [
    /POST .+\/functions\/v1\/mint-extension-session/,
    /GET .+\/auth\/v1\/user/,
    /POST .+\/rest\/v1\/rpc\/get_subscription_status/,
    /GET .+\/functions\/v1\/get-github-token/,
    /GET .+\/rate_limit/,
  ]) {
    await expect(log.getByText(call)).toBeVisible()
  }
  expect(await log.innerText()).not.toMatch(/Token \S{10,}/)

  await page.getByRole('button', { name: 'Renew' }).click()
  await expect(log.getByText(/grant_type=refresh_token/)).toBeVisible()

  await page.getByRole('button', { name: 'Sign out here' }).click()
  await expect(status(page)).toContainText('Not signed in')
  await page.reload()
  await expect(status(page)).toContainText('Not signed in')
})

test.describe('a session that is ended in the settings', () => {
  // The browser itself reports refused calls; without a connection, also that of GitHub's token.
  test.use({ expectedConsole: /status of 40[134]/ })

  test('is shown as ended, and the page stays signed in', async ({ page, member: _ }) => {
    await openSimulator(page)
    await pickUpSession(page)
    await expect(status(page)).toContainText('Free')
    await endSession(page)

    await page.getByRole('button', { name: 'Check again' }).click()

    await expect(status(page)).toContainText('Signed out')
    await page.getByRole('button', { name: 'Sign in to the simulator' }).click()
    await expect(status(page)).toContainText('Signed in')
  })
})

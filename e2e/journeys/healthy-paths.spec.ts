import { expect, type Page } from '@playwright/test'
import { connectAndInstallLater } from './code-host.ts'
import { test } from './fixtures.ts'
import { newPerson } from './people.ts'

const SCREENS = ['/dashboard', '/projects', '/pricing', '/github-apps-demo']
const GITHUB_TAB = '/settings?tab=github'
test.describe.configure({ timeout: 180_000 })

// The `page` fixture fails on any console message; the page audit visits all other pages. Refused calls are listed here with their addresses.
test('a new member’s first visits leave no error in the console', async ({ page, mailbox }) => {
  const refused = refusedCalls(page)
  const { name, email, password } = newPerson()

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/register')
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page).toHaveURL('/register/confirm')
  await page.goto(await mailbox.linkTo(email))
  await expect(page).toHaveURL('/dashboard')
  await settle(page)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await settle(page)

  expect(refused).toEqual([])
})

test('connecting GitHub, installing the app and disconnecting leave no error in the console', async ({
  page,
  member: _,
  codeHost,
}) => {
  const refused = refusedCalls(page)
  const login = await codeHost.newPerson()
  await codeHost.addRepository(login, 'tide-planner', [{ message: 'feat: tides', hoursAgo: 1 }])
  await codeHost.addRepository(login, 'soup', [], true)

  await connectAndInstallLater(page, login)
  await expect(page.getByRole('button', { name: 'Install the GitHub App' })).toBeVisible()
  await visit(page, [...SCREENS, GITHUB_TAB])
  await page.getByRole('button', { name: 'Install the GitHub App' }).click()
  await page.waitForURL(/installations\/new/)
  await page.getByRole('link', { name: login }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('link', { name: `${login}/tide-planner` })).toBeVisible()
  await visit(page, [...SCREENS, GITHUB_TAB])
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
  await settle(page)

  expect(refused).toEqual([])
})

async function visit(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settle(page)
  }
}

/** Waits until every card has its response. */
const settle = (page: Page) => page.waitForLoadState('networkidle')

function refusedCalls(page: Page): string[] {
  const refused: string[] = []

  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()} on ${page.url()}`)
  })
  return refused
}

import { expect, type Locator } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { countClicks } from './clicks.ts'
import { connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { restClientFor } from './projects.ts'
import { archiveOf, cloneOf, downloadBy, push } from './pushing.ts'

test('a ZIP is pushed from the project’s page; its history restores a push and branches from it', async ({
  page,
  member,
  codeHost,
  request,
}) => {
  test.slow()
  const login = await codeHost.newPerson()
  await codeHost.addRepository(login, 'tide', [{ message: 'feat: ebb', hoursAgo: 2 }], true)
  await codeHost.install(login)
  await connect(page, login)
  const { rest } = await restClientFor(request, member)
  const data = { project_name: 'Tide', github_repo_owner: login, github_repo_name: 'tide' }
  await rest('bolt_projects', { method: 'POST', data })
  const address = await codeHost.cloneAddress(login, 'tide')

  await page.goto('/projects')
  await page.getByRole('link', { name: 'Tide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide')
  const project = page.url()
  await page.getByRole('button', { name: 'More actions for Tide' }).click()
  await page.getByRole('menuitem', { name: 'Push a ZIP' }).click()
  await expect(page).toHaveURL(`${project}/push`)
  await page.locator('input[type="file"]').setInputFiles(archiveOf({ 'a.txt': 'one\n' }))
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await page.getByLabel(`Yes, push to ${login}/tide`).check()
  await page.getByLabel('Commit message').fill('feat: flood')
  await expectAccessible(page)
  await push(page)
  expect(cloneOf(address)).toHaveProperty(['a.txt'], '100644 one\n')

  await page.locator('input[type="file"]').setInputFiles(archiveOf({ 'a.txt': 'two\n' }))
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await page.getByLabel('Commit message').fill('feat: moon')
  await push(page)
  expect(cloneOf(address)).toHaveProperty(['a.txt'], '100644 two\n')

  await page.goto(`${project}?tab=history`)
  // The new branch is reported as a push of the same commit; the oldest entry comes last.
  const entry = page.getByRole('listitem').filter({ hasText: 'feat: flood' }).last()
  await chooseAction(entry, 'Branch from here')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the new branch').fill('flood-only')
  await dialog.getByRole('button', { name: 'Make the branch' }).click()
  await expect(dialog).toBeHidden()
  expect(cloneOf(address, 'flood-only')).toHaveProperty(['a.txt'], '100644 one\n')

  const clicks = await countClicks(page)
  await chooseAction(entry, 'Restore')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog).toBeHidden()
  await clicks.expectAtMost(3)
  expect(cloneOf(address)).toHaveProperty(['a.txt'], '100644 one\n')
})

test('what somebody pushed comes as a ZIP, with the member’s own changes, and is in sync once imported', async ({
  page,
  member,
  codeHost,
  request,
}) => {
  test.slow()
  const [login, friend] = [await codeHost.newPerson(), await codeHost.newPerson()]
  await codeHost.addRepository(login, 'tide', [{ message: 'first', hoursAgo: 2 }], true, [friend])
  await codeHost.install(login)
  await connect(page, login)
  const { rest } = await restClientFor(request, member)
  const data = { project_name: 'Tide', github_repo_owner: login, github_repo_name: 'tide' }
  await rest('bolt_projects', { method: 'POST', data })
  const address = await codeHost.cloneAddress(login, 'tide')
  const start = { 'README.md': 'tide', 'a.txt': 'one\n', 'own.txt': 'one\n' }
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Tide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide')
  await page.goto(`${page.url()}/push`)
  await page.locator('input[type="file"]').setInputFiles(archiveOf(start))
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await page.getByLabel(`Yes, push to ${login}/tide`).check()
  await push(page)
  const theirs = { 'a.txt': 'theirs\n', 'new.txt': 'new\n' }
  await codeHost.commit(login, 'tide', theirs, { person: friend })
  // The dashboard asks again after some seconds only.
  await expect.poll(async () => (await rest<[]>('sync_events?select=id')).length).toBe(2)

  await page.goto('/dashboard')
  const row = page.getByRole('listitem').filter({ hasText: `${login}/tide` })
  await expect(row).toContainText('GitHub ahead by 1 commit')
  await page.getByRole('link', { name: 'Bring changes back' }).first().click()
  await expect(page).toHaveTitle(/^Tide – Bring changes back/)
  await expect(page.getByText('1 commit since your last push or pull')).toBeVisible()
  const mine = { ...start, 'own.txt': 'mine\n' }
  await page.locator('input[type="file"]').setInputFiles(archiveOf(mine))
  await page.getByRole('button', { name: 'Bring back 2 files' }).click()
  const imported = page.getByRole('button', { name: 'The project has the files now' })
  await expect(imported).toBeDisabled()
  await expect(page.getByText('In bolt.new, replace the files')).toBeVisible()
  await expectAccessible(page)
  const offered = await downloadBy(page, 'Download the ZIP')

  expect(offered).toEqual({ ...cloneOf(address), 'own.txt': '100644 mine\n' })
  await imported.click()
  await expect(page.getByText(`2 files came from ${login}/tide, main.`)).toBeVisible()
  await expect(page.getByText('The project also has changes of your own')).toBeVisible()
  await expect(page.getByText('Nothing new on GitHub')).toBeVisible()
  await page.getByRole('button', { name: 'Look at them and push' }).click()
  await expect(page.getByText('1 changed, 3 unchanged')).toBeVisible()
  await page.goto('/dashboard')
  await expect(row).toContainText('In sync')

  await row.getByRole('link', { name: 'Tide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide')
  await page.goto(`${new URL(page.url()).pathname}/push`)
  await page.locator('input[type="file"]').setInputFiles(archiveOf({ ...mine, ...theirs }))
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await push(page)
  expect(cloneOf(address)).toEqual(offered)
})

async function chooseAction(entry: Locator, name: string): Promise<void> {
  const page = entry.page()

  await entry.getByRole('button', { name: /Actions for commit/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

test('what is no ZIP is told in place, also in Spanish on a phone', async ({
  page,
  member,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { rest } = await restClientFor(request, member)
  await rest('bolt_projects', { method: 'POST', data: { project_name: 'Tide' } })
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Tide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide')

  await page.goto(`${page.url()}/push?lang=es`)
  const broken = { name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') }
  await page.locator('input[type="file"]').setInputFiles(broken)

  await expect(page.getByText('Esto no es un archivo ZIP.')).toBeVisible()
  await expectAccessible(page)
})

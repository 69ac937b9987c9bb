import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { makeProject, restClientFor } from './projects.ts'

test('a project is edited, guarded against leaving, archived, taken back and deleted by its name', async ({
  page,
  member,
}) => {
  const client = await restClientFor(page.request, member)
  const project = await makeProject(client, 'Ferry')
  await page.goto(`${project.path}?tab=details`)

  await page.getByLabel('Description').fill('Carries everybody over.')
  await page.getByLabel('Start date').fill('2026-05-02')
  await page.getByLabel('End date').fill('2026-05-01')
  await page.getByLabel('Linked repository').fill('acme/ferry')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('It cannot end before it starts')).toBeVisible()
  await page.getByRole('tab', { name: 'Board' }).click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await page.getByLabel('End date').fill('2026-06-01')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Project saved')).toBeVisible()
  await expect(page.getByRole('link', { name: 'acme/ferry' })).toBeVisible()

  await page.getByLabel('Name').fill('Ferry two')
  await client.rest(`projects?id=eq.${project.id}`, {
    method: 'PATCH',
    data: { description: 'Changed by another.' },
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update project')
  await expect(page.getByRole('alert')).toContainText('Someone else changed this')
  await expect(page.getByLabel('Name')).toHaveValue('Ferry two')
  await expect(page.getByLabel('Description')).toHaveValue('Changed by another.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ferry two')

  const menu = page.getByRole('button', { name: 'More actions for Ferry two' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('Project archived')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByLabel('Type Ferry two to confirm').fill('Ferry two')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
  await expect(page).toHaveURL('/projects')
  expect(await client.rest(`projects?id=eq.${project.id}`)).toEqual([])
})

test('a project is created with a name alone, and appears in the list', async ({
  page,
  member,
}) => {
  const name = `Ferry of ${member.name}`
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByRole('menuitem', { name: 'New project', exact: true }).click()
  const dialog = page.getByRole('dialog')

  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Give it a name')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('link', { name: 'All projects' }).click()

  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('a missing or inaccessible project says so', async ({ page, member }) => {
  await page.goto('/projects/not-even-an-id')
  await expect(page.getByRole('heading', { name: 'This project is not here' })).toBeVisible()

  await page.goto('/projects/00000000-0000-4000-8000-000000000000?invitation=x')
  await expect(page.getByText(`sent to another address than ${member.email}`)).toBeVisible()
})

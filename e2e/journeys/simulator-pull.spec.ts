import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import {
  cloneOf,
  lookAgain,
  openWithGithub,
  projectOf,
  push,
  pushToNewRepository,
} from './pushing.ts'
import { editor, openFile } from './simulator.ts'

test('what somebody pushed comes back into the project, with both choices, and everybody knows', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const friend = await codeHost.newPerson()
  await pushToNewRepository(page, 'shared-tides')
  const address = await codeHost.cloneAddress(login, 'shared-tides')
  for (const name of ['app.tsx', 'tides.ts']) {
    await openFile(page, name)
    await editor(page, `src/${name}`).fill(`export const mine = '${name}'\n`)
  }
  await codeHost.commit(
    login,
    'shared-tides',
    {
      'src/app.tsx': 'export const theirs = 1\n',
      'src/tides.ts': 'export const theirs = 2\n',
      'src/moon.ts': 'export const moon = 1\n',
      'docs/guía.md': '# Guía\n',
    },
    { person: friend },
  )
  const dashboard = await page.context().newPage()
  await dashboard.goto('/dashboard')
  const row = dashboard.getByRole('listitem').filter({ hasText: `${login}/shared-tides` })
  await expect(row).toContainText('GitHub ahead by 1 commit')

  await lookAgain(page)
  await expect(page.getByText('GitHub has 4 changes on main that the project lacks.')).toBeVisible()
  await page.getByRole('button', { name: 'Bring changes back' }).press('Enter')
  await expect(page.getByText('1 added, 1 changed on GitHub')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bring back 2 files' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('group', { name: 'src/app.tsx' }).getByText('Keep mine').click()
  await page.getByRole('group', { name: 'src/tides.ts' }).getByText("Keep GitHub's").click()
  await page.getByRole('button', { name: 'Bring back 3 files' }).press('Enter')
  await expect(page.getByText(`3 files came from ${login}/shared-tides, main.`)).toBeVisible()
  await expectAccessible(page)

  await dashboard.reload()
  await expect(row).toContainText('In sync')
  expect(await projectOf(page)).toEqual({
    ...cloneOf(address),
    'src/app.tsx': "100644 export const mine = 'app.tsx'\n",
  })
  await page.getByRole('button', { name: 'Look at them and push' }).click()
  await expect(page.getByText('1 changed, 24 unchanged')).toBeVisible()
  await push(page)
  expect(cloneOf(address)).toEqual(await projectOf(page))

  await row.getByRole('link', { name: 'Tide planner', exact: true }).click()
  await dashboard.getByRole('tab', { name: 'Sync history' }).click()
  const history = dashboard.getByRole('tabpanel', { name: 'Sync history' })
  await expect(
    history.getByRole('listitem').filter({ hasText: 'Imported from GitHub' }),
  ).toContainText('3 files')
})

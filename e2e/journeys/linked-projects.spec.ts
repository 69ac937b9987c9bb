import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from './accessible.ts'
import { connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { makeProject, restClientFor } from './projects.ts'

// The browser logs a missing repository.
test.use({ expectedConsole: /status of 409/ })

test('a project is linked, moved to another repository, unlinked, taken back and restored', async ({
  page,
  member: _,
}) => {
  await page.goto('/projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.getByRole('button', { name: 'Link a bolt.new project' }).click()
  await expect(page.getByLabel('Repository', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Link project' }).click()
  await expect(page.getByLabel('Project name')).toBeFocused()
  await page.getByLabel('Project name').fill('Tide (50%)')
  await page.getByLabel('Repository', { exact: true }).fill('https://github.com/nora/tide.git')
  await page.getByRole('button', { name: 'Link project' }).click()
  await expect(page.getByText('nora/tide', { exact: true })).toBeVisible()

  await openMenu(page, 'Tide (50%)', 'Edit link')
  await page.getByLabel('Repository', { exact: true }).fill('nora/tides')
  await page.getByRole('button', { name: 'Save link' }).click()
  await expect(page.getByText('nora/tides', { exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('0%)')
  await expect(page).toHaveURL('/projects?q=0%25%29')
  await expect(page.getByRole('link', { name: 'Tide (50%)', exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await openMenu(page, 'Tide (50%)', 'Unlink')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('nora/tides', { exact: true })).toBeVisible()
  await openMenu(page, 'Tide (50%)', 'Unlink')
  await page.getByText('Removed', { exact: true }).click()
  await expect(page).toHaveURL('/projects?show=removed')
  await page.getByRole('button', { name: 'Restore Tide (50%)' }).click()
  await page.getByText('Linked', { exact: true }).click()

  await page.getByRole('link', { name: 'Tide (50%)', exact: true }).click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
})

test('a project with a repository shows up, is renamed and goes in the list at once', async ({
  page,
  member: _,
}) => {
  await page.goto('/projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByRole('menuitem', { name: 'New project', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbour')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour')
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByLabel('Linked repository').fill('git@github.com:nora/harbour.git')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Project saved')).toBeVisible()
  await page.getByRole('link', { name: 'All projects' }).click()
  await expect(page.getByText('nora/harbour', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Harbour', exact: true }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByLabel('Name').fill('Pier')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pier')
  await page.getByRole('link', { name: 'All projects' }).click()
  await expect(page.getByRole('link', { name: 'Pier', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Pier', exact: true }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByLabel('Type Pier to confirm').fill('Pier')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('a project without a repository is chosen by its name, and linked by an address of bolt.new', async ({
  page,
  member,
}) => {
  const client = await restClientFor(page.request, member)
  await makeProject(client, 'Lighthouse')
  await page.goto('/projects?add=link')
  await page.getByLabel('Repository', { exact: true }).fill('nora/lights')
  await page.getByRole('button', { name: 'Show projects without a repository' }).click()
  await page.getByRole('option', { name: 'Lighthouse' }).click()
  await expect(page.getByText('Your project Lighthouse gets this repository.')).toBeVisible()
  await page.getByText('Branch and bolt.new address (optional)').click()
  await page.getByLabel('Address in bolt.new').fill('https://bolt.new/~/sb1-l1ghts?file=a.ts')
  await page.getByRole('button', { name: 'Link project' }).click()

  await expect(page.getByText('nora/lights', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lighthouse', exact: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /bolt\.new.*Lighthouse/ })).toHaveAttribute(
    'href',
    /\/~\/sb1-l1ghts$/,
  )
})

test('renaming a link renames its board at once', async ({ page, member }) => {
  const client = await restClientFor(page.request, member)
  const link = { user_id: client.id, project_name: 'Tide' }
  await client.rest('bolt_projects', { method: 'POST', data: link })
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Tide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide')
  await page.getByRole('link', { name: 'All projects' }).click()

  await openMenu(page, 'Tide', 'Edit link')
  await page.getByLabel('Project name').fill('Ebb')
  await page.getByRole('button', { name: 'Save link' }).click()
  await page.getByRole('link', { name: 'Ebb', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ebb', { timeout: 2000 })
})

test('the dashboard shows projects, repositories and commits of a connected member', async ({
  page,
  member,
  codeHost,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.addRepository(login, 'tide', [{ message: 'feat: high water', hoursAgo: 2 }], true)
  await codeHost.addRepository(login, 'empty')
  await codeHost.install(login)
  await connect(page, login)
  await page.goto('/projects')
  for (const name of ['tide', 'gone']) {
    await page.goto('/projects?add=link')
    await page.getByLabel('Repository', { exact: true }).fill(`${login}/${name}`)
    await page.getByLabel('Project name').fill(`My ${name}`)
    await page.getByRole('button', { name: 'Link project' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(page.getByText('Repository not found')).toBeVisible()
  await expect(page.getByTitle('Unknown · not found').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'GitHub: My tide' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'GitHub: My gone' })).toBeHidden()

  await page.goto('/dashboard')

  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await expect(page.getByRole('listitem').filter({ hasText: `${login}/tide` })).toContainText(
    'Private',
  )
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'feat: high water' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/github-apps-demo')
  await page.getByRole('button', { name: 'Run: Repositories' }).click()
  await expect(page.getByLabel('Response')).toContainText(`${login}/tide`)
  await expectAccessible(page)
})

test('a link whose owner the extension replaced can be restored to its repository', async ({
  page,
  member,
  codeHost,
  request,
}) => {
  const [login, team] = [await codeHost.newPerson(), await codeHost.newPerson()]
  await codeHost.addRepository(team, 'tide', [{ message: 'feat: ebb', hoursAgo: 2 }])
  await codeHost.install(login)
  await connect(page, login)
  const { rest } = await restClientFor(request, member)
  await rest('bolt_projects', {
    method: 'POST',
    data: {
      project_name: 'Tide',
      github_repo_owner: login,
      github_repo_name: 'tide',
      github_repo_url: `https://github.com/${team}/tide`,
    },
  })

  await page.goto('/projects')
  await expect(page.getByRole('button', { name: `Use ${team}/tide` })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/projects?lang=es')
  const offer = page.getByRole('button', { name: `Usar ${team}/tide` })
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await offer.click()

  await expect(page.getByText(`${team}/tide`, { exact: true })).toBeVisible()
  await expect(offer).toBeHidden()
  expect(await rest('bolt_projects?select=github_repo_owner,former_repo_url')).toEqual([
    { github_repo_owner: team, former_repo_url: null },
  ])
})

test('two projects of one branch are told apart, and a renamed repository is found', async ({
  page,
  member,
  codeHost,
  request,
}) => {
  const login = await codeHost.newPerson()
  await codeHost.addRepository(login, 'tide', [{ message: 'feat: ebb', hoursAgo: 2 }])
  await codeHost.install(login)
  await connect(page, login)
  await codeHost.renameUnannounced(login, 'tide', 'tide-tables')
  const { rest } = await restClientFor(request, member)
  const link = (name: string, branch: string | null) =>
    rest('bolt_projects', {
      method: 'POST',
      data: {
        project_name: name,
        github_repo_owner: login,
        github_repo_name: 'tide',
        github_branch: branch,
      },
    })
  await link('Tide', null)
  await link('Copy of Tide', 'main')

  await page.goto('/projects')
  const warning = page.getByText(`2 projects are linked to ${login}/tide, branch main.`)
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unlink Copy of Tide' }).click()
  await expect(warning).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'Unlink Copy of Tide' }).click()
  await expect(warning).toBeHidden()

  const renamed = page.getByText(`${login}/tide is now ${login}/tide-tables.`)
  await expect(renamed).toHaveCount(1)
  await page.getByRole('button', { name: `Use ${login}/tide-tables` }).click()
  await expect(page.getByText(`${login}/tide-tables`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Use ${login}/tide-tables` })).toBeHidden()
})

test('a repository is chosen from the list, and its visibility is not asked', async ({
  page,
  member,
  codeHost,
}) => {
  const [login, name] = [await codeHost.newPerson(), 'high-water']
  await codeHost.addRepository(login, name, [{ message: 'feat: tide', hoursAgo: 2 }], true)
  await codeHost.addRepository(login, 'low-water')
  await codeHost.install(login)
  await connect(page, login)
  await page.goto('/projects')

  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByRole('menuitem', { name: 'Link a bolt.new project' }).click()
  await expect(page.getByText('Choose one of yours')).toBeVisible()
  await expect(page.getByRole('dialog').locator('input').first()).toBeFocused()
  await page.keyboard.type('HIGH')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Project name')).toHaveValue(name)
  await expect(page.getByText('Private repository')).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await page.getByRole('button', { name: 'Link project' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

  const { rest } = await restClientFor(page.request, member)
  expect(await rest('bolt_projects?select=github_repo_owner,github_repo_name,is_private')).toEqual([
    { github_repo_owner: login, github_repo_name: name, is_private: true },
  ])
})

test('an address that is pasted anywhere is offered to be linked, and later to be opened', async ({
  page,
  member: _,
}) => {
  await page.goto('/dashboard')
  const paste = async (offer: string) => {
    await expect(async () => {
      await page.evaluate(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', 'https://github.com/nora/tide/tree/moon')
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      })
      await expect(page.getByText(offer)).toBeVisible({ timeout: 1000 })
    }).toPass()
  }

  await paste('Link nora/tide?')
  await page.getByRole('button', { name: 'Link project' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Repository', { exact: true })).toHaveValue('nora/tide')
  await expect(dialog.getByLabel('Branch (optional)')).toHaveValue('moon')
  await expect(dialog.getByLabel('Project name')).toHaveValue('tide')
  await dialog.getByRole('button', { name: 'Link project' }).click()
  await expect(page.getByRole('link', { name: 'tide', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/projects')

  await page.goto('/dashboard')
  await paste('tide is already linked')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('tide')
})

test('a row is a link as a whole, and filters and search are kept by the Back button', async ({
  page,
  member,
}) => {
  const client = await restClientFor(page.request, member)
  await makeProject(client, 'Harbour')
  const link = { user_id: client.id, project_name: 'Tide', project_description: 'Moon and sun' }
  await client.rest('bolt_projects', { method: 'POST', data: link })
  await page.goto('/projects')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(row('Harbour')).toBeVisible()

  await page.getByText('Linked', { exact: true }).click()
  await expect(page).toHaveURL('/projects?show=linked')
  await expect(row('Harbour')).toBeHidden()
  await page.getByRole('searchbox').fill('MOON')
  await expect(page).toHaveURL('/projects?q=MOON&show=linked')
  await expect(row('Tide')).toBeVisible()
  const box = await row('Tide').boundingBox()
  if (!box) throw new Error('no row')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide')

  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('MOON')
  await expect(page.getByRole('radio', { name: 'Linked' })).toBeChecked()
  await page.getByText('Shared', { exact: true }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row('Harbour')).toBeVisible()
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('a new member sees the next step', async ({ page, member: _ }) => {
    await page.goto('/dashboard')

    await expect(page.getByText('Conecta GitHub', { exact: true }).first()).toBeVisible()
  })
})

async function openMenu(page: Page, project: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${project}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

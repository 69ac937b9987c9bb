import { expect, type Page } from '@playwright/test'
import type { CodeHost } from './code-host.ts'
import { type Extension, test } from './with-extension.ts'

test('with a personal token this browser makes the copy, deletes it, and links the new project to the original', async ({
  extension,
  builder,
  codeHost,
}) => {
  const { panel, login } = await withToken(extension, builder, codeHost, ['repo', 'delete_repo'])
  await codeHost.addRepository(login, 'harbour', [{ message: 'First', hoursAgo: 2 }], true)
  await askForCopy(panel, 'harbour')
  await expect(panel.getByText('Keep this browser open for a minute.')).toBeVisible()
  await panel.getByRole('button', { name: 'Make the copy' }).click()
  const link = panel.getByRole('link', { name: 'Open in bolt.new' })
  await expect(link).toBeVisible()
  expect(await copiesOf(codeHost, login)).toHaveLength(1)
  const [page] = await Promise.all([extension.context.waitForEvent('page'), link.click()])
  await expect(page).toHaveURL(/\/~\/[\w-]+$/)

  await expect.poll(() => copiesOf(codeHost, login)).toEqual([])
  const imported = await extension.openPanel(await tabOf(extension, page.url()))
  await expect(imported.getByText(`Linked to ${login}/harbour, branch main`)).toBeVisible()
  await expect(imported.getByText('Everything is already on GitHub.')).toBeVisible()
  await imported.getByRole('button', { name: 'Keep' }).click()
  await expect(imported.getByText('where it came from')).toHaveCount(0)
})

test('a copy that was left by a browser that closed is deleted at its next start', async ({
  extension,
  builder,
  codeHost,
}) => {
  const { panel, login } = await withToken(extension, builder, codeHost, ['repo', 'delete_repo'])
  await codeHost.addRepository(login, 'harbour', [{ message: 'First', hoursAgo: 2 }], true)
  const release = await codeHost.hold('POST', `/repos/${login}/*/git/trees`)
  await askForCopy(panel, 'harbour')
  await panel.getByRole('button', { name: 'Make the copy' }).click()
  await expect.poll(() => copiesOf(codeHost, login)).toHaveLength(1)
  await extension.restart()
  await release()

  await expect.poll(() => copiesOf(codeHost, login), { timeout: 60_000 }).toEqual([])
})

test('a token that may not delete repositories makes no copy, and says why', async ({
  extension,
  builder,
  codeHost,
}) => {
  const { panel, login } = await withToken(extension, builder, codeHost, ['repo'])
  await codeHost.addRepository(login, 'harbour', [{ message: 'First', hoursAgo: 2 }], true)
  await askForCopy(panel, 'harbour')
  await panel.getByRole('button', { name: 'Make the copy' }).click()

  await expect(panel.getByText('Your token may not delete repositories')).toBeVisible()
  expect(await copiesOf(codeHost, login)).toEqual([])
  await panel.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('tab', { name: 'Settings' }).click()
  await expect(panel.getByText('Without the scope delete_repo')).toBeVisible()
})

test('a public import is linked to where it came from', async ({
  extension,
  codeHost,
  builder,
}) => {
  const login = await extension.connectMember()
  await codeHost.addRepository(login, 'open-tides', [{ message: 'First', hoursAgo: 2 }])
  const page = await extension.context.newPage()
  await page.goto(`${builder.url}/~/github.com/${login}/open-tides`)
  await expect(page).toHaveURL(/\/~\/[\w-]+$/)

  const panel = await extension.openPanel(await tabOf(extension, page.url()))
  await expect(panel.getByText(`Linked to ${login}/open-tides, branch main`)).toBeVisible()
  await panel.getByRole('button', { name: 'Change', exact: true }).first().click()
  await expect(panel.getByRole('tab', { name: 'Settings' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

async function withToken(
  extension: Extension,
  builder: { newProject: (name: string) => Promise<string> },
  codeHost: CodeHost,
  scopes: string[],
): Promise<{ panel: Page; login: string }> {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  const { tabId } = await extension.openProject(await builder.newProject('Any'))
  const panel = await extension.openPanel(tabId)
  await panel.getByRole('button', { name: 'Use a token' }).click()
  await panel.getByLabel('GitHub token').fill(await codeHost.personalToken(login, scopes))
  await panel.getByRole('button', { name: 'Save token' }).click()
  await panel.getByRole('tab', { name: 'Import' }).click()

  return { panel, login }
}

async function askForCopy(panel: Page, name: string): Promise<void> {
  await panel.reload()
  await panel.getByRole('tab', { name: 'Import' }).click()
  const importing = panel.getByRole('tabpanel', { name: 'Import' })
  await importing.getByLabel(name).check()
  await importing.getByRole('button', { name: 'Continue' }).click()
  await importing.getByRole('button', { name: 'Import with a temporary copy' }).click()
}

const copiesOf = async (codeHost: CodeHost, login: string): Promise<string[]> =>
  (await codeHost.repositoriesOf(login)).filter((name) => name.includes('/ferry-'))

async function tabOf({ worker }: Extension, address: string): Promise<number> {
  const project = new URL(address).pathname.split('/').at(-1) ?? ''
  let found = 0
  await expect
    .poll(async () => {
      found = await (await worker()).evaluate(async (wanted) => {
        const { tabs = {} } = await chrome.storage.session.get<{
          tabs?: Record<string, { project: string }>
        }>('tabs')
        return Number(Object.entries(tabs).find(([, tab]) => tab.project === wanted)?.[0] ?? 0)
      }, project)
      return found
    })
    .toBeGreaterThan(0)
  return found
}

import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { cloneOf } from './pushing.ts'
import { type Extension, test } from './with-extension.ts'

test('the first push is one path: sign in, connect, a repository named after the project, push', async ({
  extension,
  builder,
  codeHost,
}) => {
  const { tabId } = await extension.openProject(await builder.newProject('Tide planner'))
  const panel = await extension.openPanel(tabId)
  await expect(stepIn(panel)).toContainText('Connect GitHub')
  await expect(panel.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const login = await extension.connectMember()
  await panel.bringToFront()
  await expect(stepIn(panel)).toContainText('Choose a repository')
  await expect(panel.getByLabel('New repository tide-planner, private')).toBeChecked()
  await panel.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(stepIn(panel)).toContainText('Push')
  await panel.getByRole('button', { name: 'Push 4 files' }).click()

  await expect(panel.getByText(`Pushed 4 files to ${login}/tide-planner`)).toBeVisible()
  expect(await codeHost.repositoriesOf(login)).toContain(`${login}/tide-planner`)
})

test('a panel that opens looks by itself and pushes with one click; the review has the list and the type, and holds what a person is asked about', async ({
  extension,
  builder,
  codeHost,
}) => {
  const { login, project, tabId } = await pushed(extension, builder, 'Quick')
  const message = () => codeHost.headMessage(login, 'quick')
  const open = () => extension.openPanel(tabId)

  await test.step('one click', async () => {
    await builder.write(project, { 'src/main.ts': 'changed\n', 'new.txt': 'new\n' })
    const panel = await open()
    await panel.getByRole('button', { name: 'Push 2 changes' }).click()
    await expect(panel.getByText(`Pushed 2 files to ${login}/quick`)).toBeVisible()
    expect(await message()).toBe('Update 2 files from bolt.new')
    await panel.close()
    const again = await open()
    await expect(again.getByText('Everything is already on GitHub.')).toBeVisible()
    await again.close()
  })
  await test.step('the review, and the type of a message', async () => {
    await builder.write(project, { 'src/main.ts': 'changed again\n' })
    const panel = await open()
    await panel.getByRole('button', { name: 'Review' }).click()
    await expect(panel.getByText('src/main.ts').first()).toBeVisible()
    await panel.getByRole('button', { name: 'fix', exact: true }).click()
    await expect(panel.getByLabel('Commit message')).toHaveValue('fix: Update src/main.ts')
    await panel.getByRole('button', { name: 'Push 1 file' }).click()
    await expect(panel.getByText(`Pushed 1 file to ${login}/quick`)).toBeVisible()
    expect(await message()).toBe('fix: Update src/main.ts')
    await panel.close()
  })
  await test.step('message and leave-out list of the project', async () => {
    const settings = await open()
    await expect(settings.getByText('Everything is already on GitHub.')).toBeVisible()
    await settings.getByRole('tab', { name: 'Settings' }).click()
    await settings.getByLabel('Commit message').fill('chore: Save the day')
    await settings.getByLabel('Leave out').fill('notes/\n')
    await settings.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(settings.getByText('Saved')).toBeVisible()
    await settings.close()
    await builder.write(project, { 'notes/plan.md': 'secret plan\n', 'src/main.ts': 'third\n' })
    const panel = await open()
    await panel.getByRole('button', { name: 'Push 1 change' }).click()
    await expect(panel.getByText(`Pushed 1 file to ${login}/quick`)).toBeVisible()
    expect(await message()).toBe('chore: Save the day')
    expect(cloneOf(await codeHost.cloneAddress(login, 'quick'))['notes/plan.md']).toBeUndefined()
    await panel.close()
  })
  await test.step('what a person is asked about', async () => {
    await builder.write(project, { '.env': 'DATABASE_PASSWORD=hunter2hunter2\n', 'a.txt': 'a\n' })
    const panel = await open()
    await expect(panel.getByText('.env').first()).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Push \d+ changes?$/ })).toHaveCount(0)
  })
})

test('an ended session is said at the button, on the badge and in the panel, and signing in ends it', async ({
  extension,
  builder,
}) => {
  const { tabId, page } = await pushed(extension, builder, 'Ended')
  await endSession(extension)
  const panel = await extension.openPanel(tabId)
  await panel.getByRole('tab', { name: 'Projects' }).click()
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByRole('tab', { name: 'Push' }).click()

  await expect(panel.getByText('Your session has ended. Nothing is lost')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Sign in again' })).toBeVisible()
  await expect.poll(() => badgeOf(extension)).toBe('!')
  await page.reload()
  await expect(page.locator('gitferry-button').getByRole('button')).toContainText('Sign in again')
  await panel.getByRole('button', { name: 'Sign in again' }).click()
  await expect(panel.getByText('Ended').first()).toBeVisible()
  await expect(panel.getByText('Your session has ended.')).toHaveCount(0)
  await expect.poll(() => badgeOf(extension)).toBe('')
})

test('all panels fit, are accessible in both themes and work by keyboard, and a link stays until somebody ends it', async ({
  extension,
  builder,
}) => {
  const { tabId } = await pushed(extension, builder, 'Linked')
  const panel = await extension.openPanel(tabId)
  await expect(panel.getByText('Everything is already on GitHub.')).toBeVisible()

  await test.step('every tab is in sight at 360 pixels, in both languages', async () => {
    await panel.setViewportSize({ width: 360, height: 800 })
    for (const language of ['es', 'en']) {
      await change(panel, { language })
      await expect(panel.locator('html')).toHaveAttribute('lang', language)
      const tabs = panel.getByRole('tab')
      await expect(tabs).toHaveCount(7)
      for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
      const wide = await panel.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(360)
    }
    await panel.setViewportSize({ width: 420, height: 900 })
  })
  await test.step('accessible in both themes', async () => {
    for (const theme of ['light', 'dark']) {
      await change(panel, { theme })
      await expect(panel.locator('html')).toHaveAttribute('data-theme', theme)
      for (const tab of await panel.getByRole('tab').all()) {
        await tab.click()
        await expectAccessible(panel)
      }
    }
  })
  await test.step('the tabs are one stop of the keyboard, and a dialog gives the focus back', async () => {
    await panel.getByRole('tab', { name: 'Push' }).focus()
    await panel.keyboard.press('End')
    await expect(panel.getByRole('tab', { name: 'Settings' })).toBeFocused()
    await panel.keyboard.press('Enter')
    const forget = panel.getByRole('button', { name: 'Forget everything' })
    await forget.focus()
    await panel.keyboard.press('Enter')
    const dialog = panel.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await expect
      .poll(() => dialog.evaluate((one) => one.contains(document.activeElement)))
      .toBe(true)
    await panel.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(forget).toBeFocused()
  })
  await test.step('unlinked here, and then the server knows', async () => {
    await panel.getByRole('button', { name: 'Unlink' }).click()
    await panel.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(panel.getByText('Not linked to a repository yet')).toBeVisible()
    const site = await extension.context.newPage()
    await site.goto('/projects')
    await expect(site.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(site.getByRole('link', { name: 'Linked' })).toHaveCount(0)
  })
})

const stepIn = (panel: Page) => panel.locator('[aria-current=step]')

/** A project that was pushed once; its panel is closed again. */
async function pushed(
  extension: Extension,
  builder: { newProject: (name: string) => Promise<string> },
  name: string,
) {
  const login = await extension.connectMember()
  const project = await builder.newProject(name)
  const { page, tabId } = await extension.openProject(project)
  const panel = await extension.openPanel(tabId)
  await expect(panel.getByLabel(`New repository ${name.toLowerCase()}, private`)).toBeChecked()
  await panel.getByRole('button', { name: 'Look at the changes' }).click()
  await panel.getByRole('button', { name: 'Push 4 files' }).click()
  await expect(panel.getByText('Pushed 4 files')).toBeVisible()
  await panel.close()

  return { login, project, page, tabId }
}

const change = (panel: Page, settings: object) =>
  panel.evaluate(
    (part) => chrome.runtime.sendMessage({ kind: 'ask', name: 'changeSettings', args: [part] }),
    settings,
  )

/** From elsewhere, as the settings of the site do it. */
async function endSession({ worker, context }: Extension): Promise<void> {
  const token = await (await worker()).evaluate(async () => {
    const { session } = await chrome.storage.local.get<{ session: { accessToken: string } }>(
      'session',
    )
    return session.accessToken
  })
  const ended = await context.request.post('/auth/v1/logout?scope=local', {
    headers: { authorization: `Bearer ${token}`, apikey: process.env.E2E_SECRET_KEY ?? '' },
  })
  expect(ended.ok()).toBe(true)
}

const badgeOf = async ({ worker }: Extension): Promise<string> =>
  (await worker()).evaluate(() => chrome.action.getBadgeText({}))

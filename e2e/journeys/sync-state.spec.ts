import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { countClicks } from './clicks.ts'
import { connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { ADMIN, FREE, PRO, signIn } from './people.ts'
import { type RestClient, restClientFor } from './projects.ts'

test('pushes that arrive while the page is open show themselves and change the state', async ({
  page,
  member,
  codeHost,
}) => {
  const [login, friend] = [await codeHost.newPerson(), await codeHost.newPerson()]
  await codeHost.addRepository(login, 'tide', [{ message: 'first', hoursAgo: 3 }], true, [friend])
  await codeHost.install(login)
  await connect(page, login)
  const client = await restClientFor(page.request, member)
  await link(client, login, 'tide')
  const arrived = async (count: number) =>
    expect.poll(async () => (await client.rest<[]>('sync_events?select=id')).length).toBe(count)
  await page.clock.install()
  await page.goto('/dashboard')
  const row = page.getByRole('listitem').filter({ hasText: `${login}/tide` })
  await expect(row).toContainText('No push yet')
  // Entries older than the page's first request are not shown as new.
  await page.waitForResponse((reply) => reply.url().includes('/sync_events?'))

  const sha = await codeHost.push(login, `${login}/tide`, 'feat: high water')

  const toast = page.getByRole('region', { name: 'Notifications' })
  await showsPush(page, toast, 'Your push to My tide landed')
  await expect(toast.getByRole('link')).toHaveAttribute('href', new RegExp(`/tide/commit/${sha}$`))
  await arrived(1)
  await expect(row).toContainText('In sync')
  await expect(page.getByText('All projects are in sync')).toBeVisible()

  await codeHost.push(friend, `${login}/tide`, 'fix: low water')

  await showsPush(page, toast, `${friend} pushed to My tide`)
  await arrived(2)
  await expect(row).toContainText('GitHub ahead by 1 commit')
  const attention = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({
      has: page.getByRole('heading', { name: 'Needs attention' }),
    })
  await expect(attention.getByRole('link', { name: 'Bring changes back' })).toHaveAttribute(
    'href',
    /^\/projects\/[0-9a-f-]+\/pull$/,
  )
  await expectAccessible(page)

  await row.getByRole('link', { name: 'My tide', exact: true }).click()
  await page.getByRole('tab', { name: 'Sync history' }).click()
  const history = page.getByRole('tabpanel', { name: 'Sync history' })
  await expect(history.getByRole('heading', { name: 'This week' })).toBeVisible()
  await expect(history.getByRole('listitem').first()).toContainText('fix: low water')
  await expect(history.getByRole('listitem').first()).toContainText(`@${friend}`)
})

test('the demo’s Pro member sees each state with its way out, and GitHub agrees', async ({
  page,
}) => {
  await signIn(page, PRO)
  await page.goto('/dashboard')

  for (const [project, state] of [
    ['priya-nair/tide-tables', 'In sync'],
    ['the branch takes changes only by pull request', 'Last push failed'],
    ['lanternworks/standup-notes', 'GitHub ahead by 2 commits'],
    ['priya-nair/night-bus', 'Repository not found'],
    ['fernhouse/plant-diary', 'App not installed'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ hasText: project })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(state)
  }
  await expectAccessible(page)

  const figures = page.getByRole('definition').filter({ hasText: /^\d+$/ })
  await expect(figures).toHaveCount(7)
  await expect(page.getByRole('link', { name: 'Failing now' })).toHaveAttribute(
    'href',
    '/projects?show=attention',
  )
  const bottom = async (name: string) => (await page.getByText(name).boundingBox())?.y ?? 0
  expect(await bottom('Team members')).toBeLessThan(await bottom('Needs attention'))

  await page.getByRole('link', { name: 'Bring changes back' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring changes back')
  const incoming = page.getByRole('listitem').filter({ hasText: 'Jonas Weber' })
  await expect(incoming).toHaveText([/^docs: how to run it/, /^style: calmer colours/])
  await expect(page.getByRole('button', { name: 'Choose the project’s ZIP file' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/projects?show=attention')
  await expect(page.getByRole('radio', { name: 'Needs attention (4)' })).toBeChecked()
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem').filter({ hasText: 'Last sync' })).toHaveCount(4)
  await expect(main.getByText('Tide Tables')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/dashboard')

  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'See what went wrong' }).first().click()
  await expect(page.getByText(/^GitHub refused the push: the branch takes changes/)).toBeVisible()
  await page.getByRole('link', { name: /^Push to a new branch: / }).hover()
  await clicks.expectAtMost(1)
  await page.goto('/dashboard')

  await page.getByRole('button', { name: 'Install on fernhouse →' }).first().click()
  await page.waitForURL(/installations\/new\/permissions/)
  await expect(page.getByRole('listitem')).toHaveText([/Fernhouse/])
})

test('a figure that cannot be known is a dash, and its reason is in words', async ({ page }) => {
  await signIn(page, FREE)
  await page.goto('/dashboard')

  const unknown = page.getByRole('definition').filter({ hasText: 'Not known' })
  await expect(unknown).toHaveText('—Not known')
  await expect(page.getByText('Not known')).toHaveClass('sr-only')
})

test('on a phone a row with a problem is as high as the others, and a project’s actions are one row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, PRO)
  await page.goto('/projects')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const healthy = row('Tide Tables')
  await expect(healthy.getByRole('link', { name: 'GitHub: Tide Tables' })).toBeVisible()

  for (const [name, wayOut] of [
    ['Invoice Lantern', 'See what went wrong: Invoice Lantern'],
    ['Standup Notes', 'Bring changes back: Standup Notes'],
    ['Night Bus', 'Choose a repository: Night Bus'],
  ] as const) {
    await expect(row(name).getByRole('link', { name: wayOut })).toBeVisible()
    expect(await heightOf(row(name)), name).toBe(await heightOf(healthy))
  }

  await healthy.getByRole('link', { name: 'Tide Tables', exact: true }).click()
  const copy = page.getByRole('button', { name: 'Copy clone address' })
  await expect(copy).toBeVisible()
  const others = [
    page.getByRole('link', { name: 'Open in bolt.new' }),
    page.getByRole('link', { name: 'GitHub', exact: true }),
    page.getByRole('button', { name: 'More actions for Tide Tables' }),
  ]
  for (const other of others) expect(await middleOf(other)).toBe(await middleOf(copy))
  await expectAccessible(page)
})

test('the history is filtered by failures, lists a push’s files and leads to its commit', async ({
  page,
}) => {
  await signIn(page, PRO)
  await page.goto('/projects?q=tide')
  await page.getByRole('link', { name: 'Tide Tables', exact: true }).click()
  await page.getByRole('tab', { name: 'Sync history' }).click()
  const entries = page.getByRole('tabpanel', { name: 'Sync history' }).getByRole('listitem')
  const newest = entries.first()

  await newest.getByRole('button', { name: /^Show \d+ files?$/ }).click()
  await expect(newest).toContainText('src/app.ts')
  await expectAccessible(page)
  const message = (await newest.locator('p').first().innerText()).trim()
  const opened = page.waitForEvent('popup')
  await newest.getByRole('link', { name: /^Commit [0-9a-f]{7} on GitHub$/ }).click()
  const commit = await opened
  await expect(commit.getByText(message, { exact: true }).first()).toBeVisible()
  await commit.close()

  await page.getByText('Failures', { exact: true }).click()
  await expect(page).toHaveURL(/tab=history&show=failures$/)
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('GitHub wasn’t responding. Nothing was pushed.')
  await page.getByText('All', { exact: true }).click()
  await expect(entries.nth(1)).toBeVisible()
})

test('an admin reads what was recorded of projects, and nothing that their member’s page contradicts', async ({
  page,
}) => {
  await signIn(page, PRO)
  await page.goto('/projects')
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(entry('Night Bus')).toContainText('Repository not found')
  await expect(entry('Plant Diary')).toContainText('App not installed')
  await expect(entry('Invoice Lantern')).toContainText('Last push failed')

  await signIn(page, ADMIN)
  await page.goto(`/admin/users?q=${encodeURIComponent(PRO.email)}`)
  await page.locator('[data-row]', { hasText: PRO.name }).click()
  const drawer = page.getByRole('dialog', { name: PRO.name })
  await drawer.getByRole('tab', { name: 'Projects' }).click()

  await expect(entry('Invoice Lantern')).toContainText('Last push failed')
  await expect(entry('Night Bus')).toContainText(/No push recorded|Last sync landed/)
  await expect(drawer.getByText('From our records.')).toBeVisible()
  await expect(drawer).not.toContainText(/In sync|No push yet|GitHub ahead/)
})

test('without a connection one banner says so, and no row repeats it', async ({ page, member }) => {
  const client = await restClientFor(page.request, member)
  await link(client, 'nora', 'tide')
  await link(client, 'nora', 'ebb')

  await page.goto('/projects')

  await expect(page.getByText('GitHub isn’t connected.')).toHaveCount(1)
  await expect(page.getByText('Not connected', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await page.waitForURL(/login\/oauth\/authorize/)
})

const heightOf = async (one: Locator) => (await one.boundingBox())?.height

async function middleOf(one: Locator): Promise<number> {
  const box = await one.boundingBox()

  return box ? Math.round(box.y + box.height / 2) : -1
}

const POLL_MS = 20_000

/** By a hint, or else by the page's next poll, to which its clock is moved. A toast stays for some seconds only. */
async function showsPush(page: Page, toast: Locator, text: string): Promise<void> {
  await expect(async () => {
    try {
      await expect(toast).toContainText(text, { timeout: 3000 })
    } catch (error) {
      await page.clock.fastForward(POLL_MS)
      throw error
    }
  }).toPass({ timeout: 40_000 })
}

const link = ({ rest, id }: RestClient, owner: string, name: string) =>
  rest('bolt_projects', {
    method: 'POST',
    data: {
      user_id: id,
      project_name: `My ${name}`,
      github_repo_owner: owner,
      github_repo_name: name,
      github_branch: 'main',
      last_sync_at: new Date().toISOString(),
    },
  })

import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { ADMIN, makeMember, type Person, publishableKey, signIn, tokensOf } from './people.ts'
import { type RestClient, restClientFor } from './projects.ts'

test('an admin triages by keyboard: opens, decides, goes on, and the link reopens the same', async ({
  page,
}) => {
  const { rest, second } = await twoBugs(page)
  await page.goto('/admin/feedback?category=bug')
  await expect(page).toHaveTitle(/^Admin Dashboard – Feedback · /)
  await expect(row(page, second)).toBeVisible()

  // Other journeys send feedback too.
  const titles = await page.locator('[data-row]').allInnerTexts()
  const next = titles[titles.indexOf(second) + 1] ?? ''

  await page.keyboard.press('j')
  await expect(page.locator('[data-row]').first()).toBeFocused()
  await row(page, second).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: second })
  await expect(drawer.getByText('<b>as text</b>')).toBeVisible()
  await page.keyboard.press('2')
  await expect(drawer.getByRole('radio', { name: 'In progress' })).toBeChecked()
  await page.keyboard.press('3')
  await expect(drawer.getByRole('radio', { name: 'Resolved' })).toBeChecked()
  await expect
    .poll(async () => stored(rest, second))
    .toMatchObject({ status: 'resolved', resolved_at: expect.any(String) })

  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: next })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog', { name: next })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/admin/feedback?category=bug')
})

test('an issue is created once, after a warning that everyone can read it', async ({ page }) => {
  const { rest, first } = await twoBugs(page)
  const drawer = await open(page, first)

  await drawer.getByRole('button', { name: 'Create GitHub issue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create GitHub issue' })
  await expect(dialog).toContainText('is public: everyone on the internet can read this text.')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Create issue' }).click()

  await expect(drawer.getByRole('link', { name: 'Open the issue on GitHub' })).toBeVisible()
  expect(await stored(rest, first)).toMatchObject({
    github_issue_url: expect.stringMatching(/\/issues\/\d+$/),
  })
})

test('a reason is added in both languages, moved by keyboard, read by people, and switched off', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  const code = `r${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/admin/feedback?tab=lists')
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
  await page.getByRole('button', { name: 'Add reason' }).click()
  const form = page.getByRole('dialog', { name: 'Add reason' })
  await form.getByLabel('Code').fill('Not a code')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/^Use lowercase letters/)).toBeVisible()
  await form.getByLabel('Code').fill(code)
  await form.getByLabel('Words in English').fill(`Too quiet ${code}`)
  await form.getByLabel('Words in Spanish').fill(`Demasiado silencioso ${code}`)
  await expectAccessible(page, '[role="dialog"]')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: `Move: Too quiet ${code}` }).press('ArrowUp')
  await expect(page.getByText(/^Too quiet .* is now number \d+ of \d+$/)).toBeAttached()

  const others = await page.context().browser()?.newPage({ locale: 'es-ES' })
  if (!others) throw new Error('no browser')
  await others.goto(new URL('/uninstall-feedback', page.url()).href)
  // The page loads the list on first use.
  await others.getByRole('checkbox').first().check()
  await expect(others.getByLabel(`Demasiado silencioso ${code}`)).toBeVisible()
  await others.close()

  const line = page.getByRole('listitem').filter({ hasText: code })
  await line.getByRole('switch').click()
  await expect(page.getByText('No longer shown')).toBeVisible()
  await page.reload()
  await expect(line.getByRole('switch')).not.toBeChecked()
})

/** Two bugs of this journey alone, the second one newer, and the admin signed in. */
async function twoBugs(page: Page) {
  const id = crypto.randomUUID().slice(0, 8)
  const [first, second] = [`First ${id}`, `Second ${id}`]
  // Each member has a limit per hour.
  const sender = await makeMember(page.request)
  for (const title of [first, second]) await sendBug(page.request, sender, title)
  await signIn(page, ADMIN)

  return { ...(await restClientFor(page.request, ADMIN)), first, second }
}

async function sendBug(request: APIRequestContext, sender: Person, title: string): Promise<void> {
  const { access_token } = await tokensOf(request, sender)
  const answer = await request.post('/rest/v1/user_feedback', {
    data: { feedback_category: 'bug', title, description: 'It is shown <b>as text</b>.' },
    headers: {
      apikey: await publishableKey(request),
      authorization: `Bearer ${access_token}`,
      prefer: 'return=minimal',
    },
  })

  expect(answer.status()).toBe(201)
}

async function open(page: Page, title: string) {
  await page.goto('/admin/feedback')
  await row(page, title).click()
  const drawer = page.getByRole('dialog', { name: title })
  await expect(drawer.getByRole('radio', { name: 'New' })).toBeChecked()

  return drawer
}

/** Found by its text: beside an open drawer, rows are hidden from screen readers. */
const row = (page: Page, title: string) => page.locator('[data-row]', { hasText: title })

async function stored(rest: RestClient['rest'], title: string): Promise<unknown> {
  return (await rest<unknown[]>(`user_feedback?title=eq.${encodeURIComponent(title)}`))[0]
}

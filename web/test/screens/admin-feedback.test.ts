import {
  ADMIN,
  makeMember,
  type Person,
  publishableKey,
  type Requests,
  tokensOf,
} from '@app/e2e/people.ts'
import { type RestClient, restClientFor } from '@app/e2e/projects.ts'
import { describe, expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'
import type { Page } from './harness/page.ts'

test('notes are saved by keyboard, and unsaved ones are asked about', async ({ page }) => {
  const { rest, first } = await twoBugs(page)
  await open(page, first)

  await page.keyboard.press('n')
  const notes = page.getByLabel('Notes')
  await expect(notes).toBeFocused()
  await notes.fill('Seen in a private window.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => stored(rest, first))
    .toMatchObject({ admin_notes: 'Seen in a private window.' })

  await notes.fill('Not finished')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await expect(notes).toHaveValue('Not finished')
})

test('a change by somebody else is not overwritten, and the latest state is shown', async ({
  page,
}) => {
  const { rest, first } = await twoBugs(page)
  const drawer = await open(page, first)
  await rest(`user_feedback?title=eq.${encodeURIComponent(first)}`, {
    method: 'PATCH',
    data: { status: 'closed' },
  })

  await drawer.getByText('In progress').click()

  await expect(drawer.getByRole('alert')).toHaveText(
    'Somebody else changed this in the meantime. You now see the latest state.',
  )
  await expect(drawer.getByRole('radio', { name: 'Closed' })).toBeChecked()
  expect(await stored(rest, first)).toMatchObject({ status: 'closed' })
})

test('a reply is mailed to the sender, kept in the drawer, and marks the item', async ({
  page,
}) => {
  const { rest, first } = await twoBugs(page)
  const drawer = await open(page, first)

  await drawer.getByRole('button', { name: 'Reply by email' }).click()
  const form = drawer.getByRole('region', { name: 'Replies' })
  await expect(
    form.getByText(/^Goes to .*@.* The text around yours is in English\.$/),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Send reply' }).click()
  await expect(form.getByText('Write your reply.')).toBeVisible()
  await form.getByLabel('Your reply').fill('It is mended.')
  await form.getByRole('button', { name: 'Send reply' }).click()

  await expect(page.getByText(/^Your reply is on its way to /)).toBeVisible()
  await expect(form.getByRole('article')).toContainText('It is mended.')
  await expect(drawer.getByRole('radio', { name: 'Answered' })).toBeChecked()
  expect(await stored(rest, first)).toMatchObject({ status: 'answered', resolved_at: null })
})

test('a reply that crossed another one is kept, and the other one is shown', async ({ page }) => {
  const { rest, first } = await twoBugs(page)
  const drawer = await open(page, first)
  await drawer.getByRole('button', { name: 'Reply by email' }).click()
  await drawer.getByLabel('Your reply').fill('Mine')
  await replyElsewhere(page, String(Object(await stored(rest, first)).id), 'Theirs')

  await drawer.getByRole('button', { name: 'Send reply' }).click()

  await expect(drawer.getByRole('alert')).toHaveText(
    'Somebody else changed this in the meantime. You now see the latest state.',
  )
  await expect(drawer.getByRole('article')).toContainText('Theirs')
  await expect(drawer.getByLabel('Your reply')).toHaveValue('Mine')
  await drawer.getByRole('button', { name: 'Send reply' }).click()
  await expect(drawer.getByRole('article').nth(1)).toContainText('Mine')
})

describe('when the server refuses', () => {
  test('nothing is lost, and the reason stands where it happened', async ({ page }) => {
    const { first } = await twoBugs(page)
    const drawer = await open(page, first)
    await page.route('**/functions/v1/manage-feedback', (route) =>
      route.fulfill({ status: 503, json: { error: 'Busy', code: 'unavailable' } }),
    )

    await drawer.getByRole('button', { name: 'Delete' }).click()
    await expect(drawer.getByRole('alert')).toContainText(
      'Failed to delete feedback: Service Unavailable',
    )

    await drawer.getByRole('button', { name: 'Create GitHub issue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create GitHub issue' })
    await expect(dialog).toContainText(`[Bug] ${first}`)
    await dialog.getByRole('button', { name: 'Create issue' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'Failed to create GitHub issue: Service Unavailable',
    )
  })
})

test('filters are part of the address, and can be cleared', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/feedback?status=closed&category=uninstall&priority=critical')

  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await expect(page).toHaveURL('/admin/feedback')
  await expect(page.getByRole('table')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('words and days narrow the list, and the address keeps both', async ({ page }) => {
  const { first, second } = await twoBugs(page)
  await page.goto('/admin/feedback?days=1')
  await expect(row(page, second)).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type(`${first.slice(0, 4)} ${first.split(' ')[1]}`)

  await expect(row(page, second)).toBeHidden()
  await expect(row(page, first)).toBeVisible()
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await page.reload()
  await expect(row(page, first)).toBeVisible()
  await expect(row(page, second)).toBeHidden()
  await page.goBack()
  await expect(row(page, second)).toBeVisible()
})

test('several are decided by priority, and several are deleted at once', async ({ page }) => {
  const { rest, first, second } = await twoBugs(page)
  await page.goto('/admin/feedback')
  await page.getByLabel(`Select: ${first}`).check()
  await page.getByLabel(`Select: ${second}`).check()
  const bar = page.getByRole('region', { name: 'Selected items' })

  await bar.getByRole('button', { name: 'Priority of 2 bugs' }).click()
  await page.getByRole('menuitem', { name: 'Critical' }).click()
  await expect(page.getByText('2 changed.')).toBeVisible()
  expect(await stored(rest, first)).toMatchObject({ priority: 'critical' })

  await page.getByLabel(`Select: ${first}`).check()
  await page.getByLabel(`Select: ${second}`).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, first)).toBeHidden()
  await expect(row(page, second)).toBeHidden()
  // The rows disappear before the server has answered.
  await expect.poll(() => stored(rest, second)).toBeUndefined()
})

test('what is deleted can be brought back, and several are decided at once', async ({ page }) => {
  const { rest, first, second } = await twoBugs(page)
  const drawer = await open(page, first)
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await expect(drawer).toBeHidden()
  await expect(row(page, first)).toBeHidden()
  expect(await stored(rest, first)).toBeUndefined()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, first)).toBeVisible()

  await page.getByLabel(`Select: ${first}`).check()
  await page.getByLabel(`Select: ${second}`).check()
  const bar = page.getByRole('region', { name: 'Selected items' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'In progress' }).click()
  await expect(page.getByText('2 changed.')).toBeVisible()
  expect(await stored(rest, second)).toMatchObject({ status: 'in_progress' })
})

describe('in Spanish', () => {
  test.override({ language: 'es-ES' })

  test('feedback is read and decided in Spanish', async ({ page }) => {
    const { rest, first } = await twoBugs(page)
    await page.goto(`/admin/feedback?q=${encodeURIComponent(first)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comentarios')
    await row(page, first).click()
    const drawer = page.getByRole('dialog', { name: first })
    await drawer.getByText('En curso').click()

    await expect.poll(async () => stored(rest, first)).toMatchObject({ status: 'in_progress' })
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Listas' }).click()
    await expect(page.getByRole('heading', { name: 'Motivos para desinstalar' })).toBeVisible()
  })
})

/** Two bugs of this journey alone, the second one newer, and the admin signed in. */
async function twoBugs(page: Page) {
  const id = crypto.randomUUID().slice(0, 8)
  const [first, second] = [`First ${id}`, `Second ${id}`]
  // Each member may send only so much an hour.
  const sender = await makeMember(page.request)
  for (const title of [first, second]) await sendBug(page.request, sender, title)
  await signIn(page, ADMIN)

  return { ...(await restClientFor(page.request, ADMIN)), first, second }
}

async function sendBug(request: Requests, sender: Person, title: string): Promise<void> {
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

async function replyElsewhere(page: Page, feedbackId: string, text: string): Promise<void> {
  const { access_token } = await tokensOf(page.request, ADMIN)
  const answer = await page.request.post('/functions/v1/manage-feedback', {
    data: { action: 'reply', feedbackId, replyId: crypto.randomUUID(), text, repliesSeen: 0 },
    headers: { authorization: `Bearer ${access_token}` },
  })

  expect(answer.status()).toBe(200)
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

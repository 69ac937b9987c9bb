import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { mailingListOf } from './mailing-list.ts'

const CONFIRM = /^Almost finished/
const KEPT = /^The mailing service isn’t responding/

// In order: a fault must apply to the call of its own test.
test.describe.configure({ mode: 'default' })

// The browser logs responses with an error status.
test.use({ expectedConsole: /status of 4\d\d/ })

test('a visitor subscribes, and the list knows what to', async ({ page, baseURL }) => {
  const list = mailingListOf(baseURL ?? '')
  const email = newEmail()
  await page.goto('/')

  await page.getByLabel('First name').fill('Mara')
  await subscribe(page, email, ['Essential Updates', 'Tips & Tutorials'])

  await expect(form(page).getByRole('status')).toHaveText(CONFIRM)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')
  expect(await list.subscriber(email)).toMatchObject({
    fields: { FNAME: 'Mara' },
    interests: ['Essential Updates', 'Tips & Tutorials'],
    tags: ['landing-page'],
    status: 'pending',
  })
})

test('a subscribed address gets a message', async ({ page, baseURL }) => {
  const list = mailingListOf(baseURL ?? '')
  const email = newEmail()
  await list.add(email)
  await page.goto('/')

  await subscribe(page, email, ['Development Insights'])

  await expect(form(page).getByRole('alert')).toHaveText('This address is already subscribed.')
})

test('without a preference nothing is sent, and the first choice has the focus', async ({
  page,
}) => {
  await page.goto('/')

  await subscribe(page, newEmail(), [])

  await expect(form(page)).toContainText('Choose at least one preference.')
  await expect(page.getByLabel('Essential Updates')).toBeFocused()
})

test('when the mailing service is down, the subscription is queued', async ({ page, baseURL }) => {
  const list = mailingListOf(baseURL ?? '')
  await list.failOnce()
  await page.goto('/')

  await subscribe(page, newEmail(), ['Essential Updates'])

  await expect(form(page).getByRole('status')).toHaveText(KEPT)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, locale: 'es-ES' })

  test('the answer comes with the next page, in the language of the visitor', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Correo', { exact: true }).fill(newEmail())

    await page.getByRole('button', { name: 'Suscribirme' }).click()
    await expect(page).toHaveURL('/?newsletter=preference_missing#newsletter')
    await expect(page.getByText('Elige al menos una preferencia.')).toBeInViewport()

    await page.getByLabel('Correo', { exact: true }).fill(newEmail())
    await page.getByLabel('Consejos y tutoriales').check()
    await page.getByRole('button', { name: 'Suscribirme' }).click()
    await expect(page.getByText(/^Casi está/)).toBeInViewport()
  })
})

const form = (page: Page) => page.locator('#newsletter form')

const newEmail = () => `${randomUUID()}@journeys.test`

async function subscribe(page: Page, email: string, preferences: string[]): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  for (const name of preferences) await page.getByLabel(name).check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
}

import { accessAddress, newApp } from '@app/e2e/apps.ts'
import { makeMember } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('a member reads what an app asks for and allows it, which leads back with a code', async ({
  page,
  member,
}) => {
  const app = await newApp(page.request, { client_uri: 'https://app.example/about' })

  await page.goto(accessAddress(app, 'openid email'))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Give ${app.client_name} access?`)
  await expect(page.getByText('See your email address')).toBeVisible()
  await expect(page.getByText(member.email)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'app.example' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow access' }).click()

  await expect(page).toHaveURL(/^https:\/\/app\.example\/callback\?code=[\w-]{43}&state=the-state$/)
})

test('a denied app is told so', async ({ page, member: _ }) => {
  const app = await newApp(page.request)

  await page.goto(accessAddress(app))
  await page.getByRole('button', { name: "Don't allow" }).click()

  await expect(page).toHaveURL(/^https:\/\/app\.example\/callback\?error=access_denied&/)
})

test('an app that was allowed before gets its code without a question', async ({
  page,
  member: _,
}) => {
  const app = await newApp(page.request)
  await page.goto(accessAddress(app))
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page).toHaveURL(/code=/)
  await page.goto('/dashboard')

  await page.goto(accessAddress(app))

  await expect(page).toHaveURL(/^https:\/\/app\.example\/callback\?code=/)
})

describe('a request that is over', () => {
  test.override({ expectedConsole: /404/ })

  test('says what to do, as does an address without one', async ({ page, member: _ }) => {
    const over = page.getByRole('heading', { level: 1, name: 'This request has ended' })

    await page.goto(`/oauth/consent?authorization_id=${crypto.randomUUID()}`)
    await expect(over).toBeVisible()
    await expect(page.getByText('Go back to the app and connect again.')).toBeVisible()
    await page.goto('/oauth/consent')

    await expect(over).toBeVisible()
  })
})

test('a visitor signs in and comes back to the question', async ({ page }) => {
  const person = await makeMember(page.request)
  const app = await newApp(page.request)
  await page.goto(accessAddress(app))
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Give ${app.client_name} access?`,
  )
})

describe('in Spanish', () => {
  test.override({ language: 'es-ES' })

  test('a program on this computer is named as such', async ({ page, member: _ }) => {
    const redirect = 'http://127.0.0.1:33418/'
    const app = await newApp(page.request, { redirect_uris: [redirect] })

    await page.goto(accessAddress(app, 'profile', redirect))

    await expect(page.getByText('Un programa en esta computadora')).toBeVisible()
    await expect(page.getByText('Ver tu nombre y tu avatar')).toBeVisible()
  })
})

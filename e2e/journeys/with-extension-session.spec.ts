import { expect } from '@playwright/test'
import { test } from './with-extension.ts'

test('after the installation the welcome page hears the extension, and the site’s sign-out leaves its session', async ({
  extension,
}) => {
  const { context } = extension
  await expect
    .poll(() => context.pages().map((page) => page.url()))
    .toContainEqual(expect.stringContaining('/welcome?utm_source=extension_install'))
  const welcome = context.pages().find((page) => page.url().includes('/welcome'))
  if (!welcome) throw new Error('the welcome page is open')
  await expect(welcome.getByText('Extension 1.0.0 is installed')).toBeVisible()
  const person = await extension.signInMember()
  const site = await context.newPage()
  await site.goto('/dashboard')
  await site.getByRole('button', { name: 'Your account' }).click()
  await site.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(site).toHaveURL(/\/(login)?$/)

  const panel = await context.newPage()
  await panel.goto(`chrome-extension://${extension.id}/options.html`)
  await expect(panel.getByText(`Signed in as ${person.email}.`)).toBeVisible()
  await panel.getByRole('button', { name: 'Sign out here' }).click()
  await expect(panel.getByText('Not signed in.')).toBeVisible()
})

test('after "Sign out here" the site’s session is taken only on request', async ({ extension }) => {
  const person = await extension.signInMember()
  const { context, id } = extension
  const options = await context.newPage()
  await options.goto(`chrome-extension://${id}/options.html`)
  await options.getByRole('button', { name: 'Sign out here' }).click()
  await expect(options.getByText('Not signed in.')).toBeVisible()
  const site = await context.newPage()
  await site.goto('/dashboard')
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible()
  await site.reload()
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible()
  await options.bringToFront()
  await expect(options.getByText('Not signed in.')).toBeVisible()

  await options.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(options.getByText(`Signed in as ${person.email}.`)).toBeVisible()
})

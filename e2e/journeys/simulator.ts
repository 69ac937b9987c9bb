import { expect, type Page } from '@playwright/test'
import type { Checkout } from './checkout.ts'
import { type CodeHost, connect } from './code-host.ts'

/** Opens the page; a first visit has planted its project by then. */
export async function openSimulator(page: Page, panel = ''): Promise<void> {
  await page.goto(`/extension-simulator${panel && `?panel=${panel}`}`)
  await expect(page.getByText('24 files', { exact: true })).toBeVisible()
}

export async function pickUpSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in to the simulator' }).click()
  await expect(status(page)).toContainText('Signed in')
}

/** In another tab, as a member ends it in the settings. */
export async function endSession(page: Page): Promise<void> {
  const settings = await page.context().newPage()
  await settings.goto('/settings?tab=development')
  await settings.getByRole('button', { name: /^Sign out/ }).click()
  await expect(settings.getByText("The extension isn't signed in.")).toBeVisible()
  await settings.close()
}

export const status = (page: Page) => page.getByRole('region', { name: 'Status' })

export async function openPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
}

export const editor = (page: Page, path: string) =>
  page.getByRole('textbox', { name: `Content of ${path}` })

export async function openFile(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name }).click()
}

export async function addFile(page: Page, path: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add file' }).click()
  await page.getByRole('dialog').getByLabel('Path').fill(path)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await editor(page, path).fill(text)
}

/** A Pro member with GitHub connected. Returns their login. */
export async function connectedPro(
  page: Page,
  codeHost: CodeHost,
  checkout: Checkout,
): Promise<string> {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await buyPro(page, checkout)
  await connect(page, login)

  return login
}

/** In this tab, from the price list to the payment that arrived. */
export async function buyPro(page: Page, checkout: Checkout): Promise<void> {
  await page.goto('/upgrade')
  await page.getByRole('button', { name: 'Get Pro Monthly' }).click()
  await checkout.pay(page)
  await expect(page.getByText("You're Pro. Pro Monthly is active")).toBeVisible({ timeout: 30_000 })
}

/** Looks like a key that opens a whole database. */
export function serviceKey(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'supabase', role: 'service_role' })}.${'s1gN'.repeat(8)}`
}

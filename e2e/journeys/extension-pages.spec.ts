import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

for (const path of ['/welcome', '/install-success']) {
  test(`${path} detects the extension and follows each step`, async ({ page, member: _ }) => {
    await fakeExtension(page, 'as documented')

    await page.goto(path)

    await expect(page.getByText('Extension 2.0.0 is installed')).toBeVisible()
    await followSteps(page)
  })
}

test('the extension’s own sign-in is no connection to GitHub', async ({ page }) => {
  await fakeExtension(page, 'as documented')

  await page.goto('/welcome')

  await expect(page.getByText('Extension 2.0.0 is installed')).toBeVisible()
  await expect(page.getByText('1 of 3 done')).toBeVisible()
})

test('without the extension the welcome page says how to get it', async ({ page }) => {
  await page.goto('/welcome')

  await expect(page.getByRole('status').getByRole('link', { name: 'Add to Chrome' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeHidden()
})

test.describe('on a phone, which takes no extension', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the welcome page can be sent to a computer', async ({ page, baseURL }) => {
    await page.goto('/welcome')

    const send = page
      .getByRole('status')
      .getByRole('link', { name: 'Send the link to my computer' })
    await expect(send).toBeVisible()
    await expect(send).toHaveAttribute(
      'href',
      `mailto:?subject=Set%20up%20Gitferry%20on%20a%20computer&body=${encodeURIComponent(`${baseURL}/welcome`)}`,
    )
    await expect(page.getByRole('status').getByRole('link', { name: 'Add to Chrome' })).toBeHidden()
  })
})

test('version 1.3.15, which reports no status, is detected and stores each step', async ({
  page,
  member: _,
}) => {
  await fakeExtension(page, '1.3.15')

  await page.goto('/welcome')
  await expect(page.getByText('The extension is installed')).toBeVisible()
  await followSteps(page)

  await page.goto('/dashboard')
  await expect(page.getByText('Installed, version unknown')).toBeVisible()
  await page.goto('/dashboard?lang=es')
  await expect(page.getByText('Instalada, versión desconocida')).toBeVisible()
  await page.goto('/welcome')
  await expect(page.getByText('La extensión está instalada')).toBeVisible()
})

/** Marks each step as done. */
async function followSteps(page: Page): Promise<void> {
  await expect(page.getByText('1 of 3 done')).toBeVisible()
  for (const done of [2, 3]) {
    await page.getByRole('button', { name: 'Mark as done' }).first().click()
    await expect(page.getByText(`${done} of 3 done`)).toBeVisible()
  }
  await expect(page.getByText('All done.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeHidden()
  expect(await page.evaluate(() => (window as unknown as { steps: string[] }).steps)).toEqual([
    'authentication',
    'repository_setup',
    'first_upload',
    'tutorial_complete',
  ])
}

/**
 * The published extension's content script as a page sees it: it posts to the page's own window. Version 1.3.15
 * answers no status, and reports a step as failed although it stored it.
 */
async function fakeExtension(
  page: Page,
  variant: 'as documented' | '1.3.15' | 'worker asleep',
): Promise<void> {
  await page.addInitScript((variant) => {
    const played = Object.assign(window, { steps: [] as string[] })
    const isDocumented = variant === 'as documented'
    const answer = (message: object) =>
      window.postMessage({ source: 'bolt2github-extension', ...message }, location.origin)
    const capabilities = ['zip_upload', 'issue_management', 'branch_management']
    const status = { installed: true, version: '2.0.0', authenticated: true }

    addEventListener('message', ({ data }) => {
      if (data?.source !== 'bolt2github-welcome') return
      if (data.type === 'getExtensionCapabilities') {
        answer({ type: 'extensionCapabilities', capabilities })
      }
      if (variant === 'worker asleep') return
      if (data.type === 'getExtensionStatus') {
        if (isDocumented) {
          answer({ type: 'extensionStatus', data: { ...status, onboardingCompleted: false } })
        } else answer({ type: 'error', error: 'Failed to get extension status' })
      }
      if (data.type === 'completeOnboardingStep') {
        played.steps.push(data.step)
        answer({ type: 'onboardingStepCompleted', success: isDocumented })
      }
    })
  }, variant)
}

import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, publishableKey, tokensOf } from './people.ts'

for (const path of ['/welcome', '/install-success']) {
  test(`${path} hears from the extension and follows each step`, async ({ page }) => {
    await playExtension(page)

    await page.goto(path)

    await expect(page.getByText('Extension 2.0.0 is installed')).toBeVisible()
    await expect(page.getByText('0 of 4 done')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isAuthenticated: true }))
    await expect(page.getByText('1 of 4 done')).toBeVisible()
    for (const done of [2, 3, 4]) {
      await page.getByRole('button', { name: 'I did this' }).first().click()
      await expect(page.getByText(`${done} of 4 done`)).toBeVisible()
    }
    expect(await page.evaluate(() => (window as unknown as { steps: string[] }).steps)).toEqual([
      'repository_setup',
      'first_upload',
      'tutorial_complete',
    ])
    await expect(page.getByText('All done.')).toBeVisible()
  })
}

test('without the extension the welcome page says how to get it', async ({ page }) => {
  await page.goto('/welcome')

  await expect(page.getByText('The extension does not answer')).toBeVisible()
  await expect(page.getByRole('status').getByRole('link', { name: 'Add to Chrome' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I did this' })).toBeHidden()
})

test('whoever uninstalls tells why, is thanked, and leaves a row', async ({ page }) => {
  const words = `Bye ${crypto.randomUUID()}`
  await page.goto('/uninstall-feedback?v=2.0.0&d=12&p=34&a=github-app&e=true')

  await page.getByLabel('It is slow, or slows down the page').check()
  await page.getByLabel('I no longer use bolt.new').check()
  await page.getByLabel('What should we know? (optional)').fill(`  ${words}  `)
  await page.getByRole('button', { name: 'Send and say goodbye' }).click()

  await expect(page).toHaveURL('/goodbye')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Goodbye, and thank you')
  expect(await storedFeedback(page.request, words)).toMatchObject({
    feedback_category: 'uninstall',
    feedback_type: 'uninstall',
    reasons: ['performance', 'no_longer_using_bolt'],
    extension_version: '2.0.0',
    days_installed: 12,
    push_count: 34,
    auth_method: 'github-app',
    had_errors: true,
    user_id: null,
    status: 'new',
  })
})

test('an empty farewell is not sent, but may be skipped', async ({ page }) => {
  await page.goto('/uninstall-feedback')

  await page.getByRole('button', { name: 'Send and say goodbye' }).click()
  await expect(page.getByRole('alert')).toContainText('Tick a reason or write a line')
  await page.getByRole('link', { name: 'Leave without a word' }).click()

  await expect(page).toHaveURL('/goodbye')
})

/** The published extension's content script, as far as a page can tell (it posts to the page's own window). */
async function playExtension(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const played = Object.assign(window, { isAuthenticated: false, steps: [] as string[] })
    const answer = (message: object) =>
      window.postMessage({ source: 'bolt2github-extension', ...message }, location.origin)

    addEventListener('message', ({ data }) => {
      if (data?.source !== 'bolt2github-welcome') return
      if (data.type === 'getExtensionStatus') {
        const { isAuthenticated: authenticated } = played
        const status = { installed: true, version: '2.0.0', authenticated }
        answer({ type: 'extensionStatus', data: { ...status, onboardingCompleted: false } })
      }
      if (data.type === 'completeOnboardingStep') {
        played.steps.push(data.step)
        answer({ type: 'onboardingStepCompleted', success: true })
      }
    })
  })
}

async function storedFeedback(request: APIRequestContext, description: string): Promise<unknown> {
  const { access_token } = await tokensOf(request, ADMIN)
  const answer = await request.get('/rest/v1/user_feedback', {
    params: { description: `eq.${description}` },
    headers: {
      apikey: await publishableKey(request),
      authorization: `Bearer ${access_token}`,
      accept: 'application/vnd.pgrst.object+json',
    },
  })

  return answer.json()
}

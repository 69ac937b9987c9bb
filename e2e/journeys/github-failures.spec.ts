import { expect } from '@playwright/test'
import { authorize } from './code-host.ts'
import { test } from './fixtures.ts'
import { publishableKey, registerMember, tokensOf } from './people.ts'

// The browser logs refused and failed calls.
test.use({ expectedConsole: /status of (400|401|403|409|500|503)|ERR_FAILED/ })

test('a foreign installation, expired tokens, a used-up rate limit, and GitHub down', async ({
  page,
  member: _,
  codeHost,
}) => {
  const [login, other] = [await codeHost.newPerson(), await codeHost.newPerson()]
  await codeHost.addRepository(other, 'secret-plans', [], true)
  await codeHost.addRepository(login, 'tide-planner')
  const foreignInstallation = await codeHost.install(other)
  const badge = (text: string) => page.getByText(text, { exact: true }).first()
  const checkAgain = () => page.getByRole('button', { name: 'Check again' }).click()
  const own = page.getByRole('link', { name: `${login}/tide-planner` })

  await page.goto(`/auth/github/setup?installation_id=${foreignInstallation}&setup_action=install`)
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await authorize(page, login)
  // The app is not installed for them, so its installation comes next.
  await page.waitForURL(/installations\/new/)
  await page.goto('/settings?tab=github')
  await expect(badge('No repositories yet')).toBeVisible()
  await expect(page.getByText('secret-plans')).toHaveCount(0)

  await codeHost.install(login)
  await checkAgain()
  await expect(badge('Connected')).toBeVisible()
  await expect(own).toBeVisible()

  await codeHost.expireTokens(login)
  await checkAgain()
  await page.getByRole('searchbox', { name: 'Search repositories' }).fill('tide')
  await expect(own).toBeVisible()
  await expect(badge('Connected')).toBeVisible()

  await codeHost.use(login, 5000)
  await checkAgain()
  await expect(badge('Rate limit reached')).toBeVisible()
  await expect(page.getByText(/hourly limit is used up\. It resets at \d/)).toBeVisible()
  await codeHost.use(login, 0)

  const answer = (path: string | RegExp, status: number, message: string) =>
    page.route(typeof path === 'string' ? `**${path}*` : path, (route) =>
      route.fulfill({
        status,
        json: { message },
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
  await answer('/rate_limit', 503, 'Unicorn')
  await page.goto('/settings?tab=github')
  await expect(badge('Unreachable')).toBeVisible()
  await expect(page.getByText('Your connection is kept.')).toBeVisible()
  await expect(page.getByText(/^Failed to fetch rate limit: 503 .*- Unicorn$/)).toBeVisible()

  await page.unrouteAll()
  await answer(/^http:\/\/[^/]+\/user$/, 500, 'Who are you?')
  await page.goto('/settings?tab=github')
  await expect(page.getByText(/^Failed to fetch user profile: 500 .*- Who are you\?$/)).toBeVisible(
    {
      timeout: 20_000,
    },
  )

  await page.unrouteAll()
  await answer('/user/repos', 403, 'Not today')
  await checkAgain()
  await expect(badge('Connected')).toBeVisible()
  await expect(
    page.getByText('Failed to fetch repositories: 403 Forbidden - Not today'),
  ).toBeVisible()
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toMatch(/gh[urs]_/)
})

test('a code stolen from another member is refused', async ({
  page,
  member: _,
  mailbox,
  codeHost,
  request,
}) => {
  const login = await codeHost.newPerson()
  const { access_token } = await tokensOf(request, await registerMember(request, mailbox))
  const begun = await request.post('/functions/v1/start-github-connection', {
    headers: { apikey: await publishableKey(request), authorization: `Bearer ${access_token}` },
  })
  const stolen = await codeHost.allow((await begun.json()).url, login)
  await page.goto('/settings?tab=github')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await page.waitForURL(/login\/oauth/)
  const state = new URL(page.url()).searchParams.get('state')

  await page.goto(`/auth/github/callback?code=${stolen}&state=${state}`)

  await expect(page.getByRole('main')).toContainText(
    'Authorization code expired. Please try connecting again.',
  )
  await expect(page.getByText(login)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'How to fix this' })).toHaveAttribute(
    'href',
    '/docs/troubleshooting#code-expired',
  )
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await authorize(page, login)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GitHub Connected Successfully!')
})

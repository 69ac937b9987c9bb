import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a visitor goes from the list through the guides, one after another', async ({ page }) => {
  await page.goto('/docs')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Start here Getting started/ })
    .click()
  await expect(page).toHaveTitle('Getting started · Gitferry')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Getting started')

  await page.getByRole('navigation', { name: 'Previous and next guide' }).getByRole('link').click()

  await expect(page).toHaveURL('/docs/install')
  await expect(
    page.getByRole('navigation', { name: 'All guides' }).locator('[aria-current="page"]').last(),
  ).toHaveText('Install from a file')
})

test('the search finds a place in a guide, and says so when there is none', async ({ page }) => {
  await page.goto('/docs')
  const search = page.getByRole('searchbox', { name: 'Search the guides' })

  await search.fill('nothing like this')
  await expect(page.getByText('Nothing found for “nothing like this”.')).toBeVisible()
  await search.fill('branch protected')
  await page
    .getByRole('main')
    .getByRole('status')
    .getByRole('link', { name: /The branch is protected/ })
    .first()
    .click()

  await expect(page).toHaveURL('/docs/conflicts#protected')
})

test('readers say whether a guide was helpful, and what was missing', async ({ page }) => {
  await page.goto('/docs/token')
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Thank you for telling us.')).toBeVisible()

  await page.goto('/docs/install')
  await page.getByRole('button', { name: 'Not really' }).click()
  await page.getByLabel('What was missing?').fill('A picture of the last step')
  await page.getByRole('button', { name: 'Send Feedback' }).click()

  await expect(page.getByText('A person reads it, and improves the guide.')).toBeVisible()
})

test('a link to a place in another guide leads there', async ({ page }) => {
  await page.goto('/docs/troubleshooting')

  await page.getByRole('link', { name: 'The branch is protected' }).click()

  await expect(page).toHaveURL('/docs/conflicts#protected')
  await expect(page.getByRole('heading', { name: 'The branch is protected' })).toBeInViewport()
})

test('the language changes in place', async ({ page }) => {
  await page.goto('/docs/token')

  await page.getByRole('link', { name: 'Español' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Crear un token de acceso personal',
  )
  await expect(page).toHaveTitle('Crear un token de acceso personal · Gitferry')
  await expect(page.getByText('Los dos ámbitos ya están marcados.')).toBeVisible()
})

test('pictures follow language and theme, and only the shown one is loaded', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/guides/')) loaded.push(pathname)
  })
  await page.emulateMedia({ colorScheme: 'dark' })

  await page.goto('/docs/pro?lang=es', { waitUntil: 'networkidle' })

  await expect(page.getByRole('img', { name: 'La página de precios con los planes' })).toBeVisible()
  expect(loaded).toEqual(['/guides/pricing-es-dark.webp'])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('a guide is read, and the list of guides opens', async ({ page }) => {
    await page.goto('/docs/private-import')

    await expect(page.getByText('The clone is deleted automatically after 1 minute.')).toBeVisible()
    await page.locator('summary', { hasText: 'All guides' }).click()
    await page
      .getByRole('navigation', { name: 'All guides' })
      .getByRole('link', { name: 'Troubleshooting' })
      .click()

    await expect(page).toHaveURL('/docs/troubleshooting')
  })
})

test('search engines and language models find every guide', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const llms = await (await request.get('/llms.txt')).text()
  const slugs = ['getting-started', 'install', 'token', 'github-app', 'private-import']
  const further = ['conflicts', 'pro', 'troubleshooting', 'self-hosting', 'platform']

  for (const slug of [...slugs, ...further]) {
    expect(sitemap).toContain(`/docs/${slug}</loc>`)
    expect(llms).toContain(`/docs/${slug})`)
  }
})

test('a page that misses the extension leads to the place that explains why', async ({ page }) => {
  await page.goto('/welcome')
  await page.getByRole('main').getByRole('link', { name: 'Troubleshooting' }).click()

  await expect(page).toHaveURL('/docs/troubleshooting#no-button')
  await expect(
    page.getByRole('heading', { name: 'The extension doesn’t show up' }),
  ).toBeInViewport()
})

import { expect, type Page } from '@playwright/test'

export type AuditedPage = {
  path: string
  /** Scripts, texts and styles with an empty cache, in KB with best compression, as `node bench/page-weights.js` prints them. */
  budgetKb?: number
  /** The first interaction; a key by default. */
  use?: (page: Page) => Promise<void>
  /** States that only appear by use, opened one after another. Each returns the selector of what it opened. */
  opened?: ((page: Page) => Promise<string>)[]
}

export const VISITORS_PAGES: AuditedPage[][] = [
  [
    { path: '/', budgetKb: 139 },
    { path: '/no/such/page' },
    { path: '/unauthorized', budgetKb: 117 },
    { path: '/register/confirm', budgetKb: 124 },
    { path: '/pricing', budgetKb: 143 },
    { path: '/docs', budgetKb: 120 },
    { path: '/changelog' },
    { path: '/status' },
    { path: '/docs/getting-started' },
    { path: '/docs/token' },
    { path: '/docs/troubleshooting' },
    { path: '/docs/self-hosting' },
    { path: '/docs/platform' },
  ],
  [
    { path: '/welcome', budgetKb: 127 },
    { path: '/uninstall-feedback', budgetKb: 144 },
    { path: '/goodbye', budgetKb: 118 },
    { path: '/privacy-policy', budgetKb: 120 },
    { path: '/TermsOfUse', budgetKb: 120 },
    { path: '/login', budgetKb: 127, use: submitEmptyForm },
    { path: '/register', budgetKb: 125, use: submitEmptyForm },
    { path: '/forgot-password', budgetKb: 125, use: submitEmptyForm },
    { path: '/resend-confirmation', budgetKb: 125, use: submitEmptyForm },
  ],
]

export const MEMBERS_PAGES: AuditedPage[] = [
  { path: '/dashboard', budgetKb: 150, opened: [openAccountMenu, openFeedback] },
  { path: '/projects', budgetKb: 163 },
  { path: '/projects?show=removed' },
  { path: '/projects?add=link', opened: [seeDialog] },
  { path: '/github-apps-demo', budgetKb: 146 },
  { path: '/auth/github/setup', budgetKb: 146 },
  { path: '/oauth/consent' },
]

/** Of the member's project, whose board has one task. */
export const projectPages = (project: string): AuditedPage[] => [
  { path: project, budgetKb: 172, opened: [openTask] },
  { path: `${project}?tab=members`, budgetKb: 184 },
  { path: `${project}?tab=details`, budgetKb: 234 },
  { path: `${project}?tab=history`, budgetKb: 179 },
]

export const SETTINGS_PAGES: AuditedPage[] = [
  { path: '/settings', budgetKb: 151 },
  { path: '/settings?tab=account', budgetKb: 156 },
  { path: '/settings?tab=appearance' },
  { path: '/settings?tab=language' },
  { path: '/settings?tab=security', budgetKb: 185 },
  { path: '/settings?tab=notifications', budgetKb: 154 },
  { path: '/settings?tab=preferences', budgetKb: 154 },
  { path: '/settings?tab=github', budgetKb: 161 },
  { path: '/settings?tab=integrations', budgetKb: 153 },
  { path: '/settings?tab=billing', budgetKb: 154 },
  { path: '/settings?tab=development', budgetKb: 160 },
]

export const ADMINS_PAGES: AuditedPage[][] = [
  [
    { path: '/admin', opened: [openFirstTable] },
    { path: '/admin/users', opened: [openFirstRow, askBeforeBan] },
    { path: '/admin/feedback', opened: [openFirstRow] },
    { path: '/admin/feedback?tab=lists' },
    { path: '/admin/oauth' },
    { path: '/admin/sso', opened: [openNewCompany] },
    { path: '/admin/feedback?tab=analytics&days=7' },
    { path: '/admin/subscribers?tab=subscribers', opened: [openFirstRow] },
    { path: '/admin/subscribers?tab=unclaimed' },
    { path: '/admin/subscribers?tab=plans' },
  ],
  [
    { path: '/admin/sync?tab=overview' },
    { path: '/admin/sync?tab=webhooks', opened: [openFirstEntry] },
    { path: '/admin/sync?tab=jobs' },
    { path: '/admin/sync?tab=mail' },
    { path: '/admin/sync?tab=clones' },
    { path: '/admin/sync?tab=repositories' },
    { path: '/admin/sync?tab=resources' },
    { path: '/admin/sync?tab=audit' },
    { path: '/admin/sync?tab=health' },
  ],
]

const DIALOG = '[role="dialog"]'

async function openNewCompany(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^(Add a company|Añadir una empresa)$/ }).click()
  return seeDialog(page)
}

async function submitEmptyForm(page: Page): Promise<void> {
  await page.locator('button[type="submit"]').click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

async function openAccountMenu(page: Page): Promise<string> {
  await page.getByRole('button', { name: /Your account|Tu cuenta/ }).click()
  await page.getByRole('menu').waitFor()
  return '[role="menu"]'
}

async function openFeedback(page: Page): Promise<string> {
  await page.getByRole('menuitem', { name: /Feedback|comentarios/ }).click()
  return seeDialog(page)
}

async function openTask(page: Page): Promise<string> {
  await page.locator('[data-task] a').first().click()
  return seeDialog(page)
}

async function openFirstTable(page: Page): Promise<string> {
  await page.locator('figure summary').first().click()
  await page.locator('figure table').first().waitFor()
  return 'main'
}

async function openFirstRow(page: Page): Promise<string> {
  await page.locator('[data-row]').first().click()
  return seeDialog(page)
}

async function openFirstEntry(page: Page): Promise<string> {
  await page.getByRole('row').getByRole('link').first().click()
  return seeDialog(page)
}

async function askBeforeBan(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^(Actions|Acciones)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Ban|Bloquear)$/ }).click()
  const question = `${DIALOG}:not([data-drawer])`
  await expect(page.locator(question)).toBeVisible()
  return question
}

async function seeDialog(page: Page): Promise<string> {
  await page.getByRole('dialog').waitFor()
  return DIALOG
}

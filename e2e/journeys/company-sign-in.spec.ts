import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { changeCompany, newCompany, registerCompany } from './companies.ts'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'

test('an admin adds a company, tests its sign-in and reads what came', async ({
  page,
  baseURL,
}) => {
  const company = newCompany(baseURL ?? '')
  const person = await company.hire()
  await signIn(page, ADMIN)
  await page.goto('/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or type a command').fill('company')
  await page.getByRole('option', { name: 'Admin: Company sign-in' }).click()
  await expect(page).toHaveURL('/admin/sso')

  await page.getByRole('button', { name: 'Add a company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a company' })
  await expect(dialog.getByRole('radio', { name: 'From an address' })).toBeFocused()
  await dialog.getByLabel('Metadata address').fill(company.metadataUrl)
  await dialog.getByLabel('Email domains').fill(company.domain)
  await dialog.getByText('Attributes and names').click()
  await dialog.getByLabel('Attributes').fill('unit = department')
  await page.keyboard.press('Control+Enter')
  const drawer = page.getByRole('dialog', { name: company.domain })
  await drawer.getByRole('button', { name: 'Test sign-in' }).click()
  await choose(page, person)

  await expect(drawer.getByText('This would sign in and create an account.')).toBeVisible()
  await expect(drawer.getByText(person).first()).toBeVisible()
  await expect(drawer.getByText('"unit": "Sales"')).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/admin/sso')
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menu')).toContainText(ADMIN.name)
})

test('a test that would be refused says why', async ({ page, baseURL }) => {
  const company = newCompany(baseURL ?? '')
  const stranger = await company.hire(`${crypto.randomUUID()}@elsewhere.test`)
  const id = await registerCompany(page.request, company, { disabled: true })
  await signIn(page, ADMIN)
  await page.goto(`/admin/sso?open=${id}`)

  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await choose(page, stranger)

  const drawer = page.getByRole('dialog', { name: company.domain })
  await expect(drawer.getByText('This sign-in would be refused')).toBeVisible()
  await expect(
    drawer.getByText("The email address isn't in one of this company's domains."),
  ).toBeVisible()
})

test('a member signs in by their company, and manages nothing that the company does', async ({
  page,
  baseURL,
}) => {
  const company = newCompany(baseURL ?? '')
  const person = await company.hire()
  await registerCompany(page.request, company)
  await page.goto('/settings?tab=security')
  await expect(page).toHaveURL('/login')

  await goToCompany(page, person, company.domain)
  await choose(page, person)

  await expect(page).toHaveURL('/settings?tab=security')
  await expect(page.getByRole('heading', { name: `Managed by ${company.domain}` })).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Berg')
})

test('who cancels at the company, or comes from elsewhere, reads why at the login', async ({
  page,
  baseURL,
}) => {
  const company = newCompany(baseURL ?? '')
  const person = await company.hire()
  const stranger = await company.hire(`${crypto.randomUUID()}@elsewhere.test`)
  await registerCompany(page.request, company)
  await page.goto('/login')

  await goToCompany(page, person, company.domain)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toContainText("Your company's sign-in wasn't accepted.")
  await goToCompany(page, person, company.domain)
  await choose(page, stranger)

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toContainText("Your company's sign-in wasn't accepted.")
})

test('a company that is disabled meanwhile lets nobody in', async ({ page, baseURL }) => {
  const company = newCompany(baseURL ?? '')
  const person = await company.hire()
  const id = await registerCompany(page.request, company)
  await page.goto('/login')
  await goToCompany(page, person, company.domain)

  await changeCompany(page.request, id, { disabled: true })
  await choose(page, person)

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toContainText(
    "This sign-in method isn't available right now.",
  )
})

async function goToCompany(page: Page, email: string, domain: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: `Continue with ${domain}` }).click()
  await page.getByRole('heading', { name: 'Company sign-in' }).waitFor()
}

/** On the page of the identity provider. */
async function choose(page: Page, email: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(email) }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

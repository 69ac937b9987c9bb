import { newCompany, registerCompany } from '@app/e2e/companies.ts'
import { ADMIN } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'

test('an admin adds a company, and what is missing is said beside its field', async ({ page }) => {
  const { domain, metadataUrl } = newCompany(page.origin)
  await signIn(page, ADMIN)
  await page.goto('/admin/sso')

  await page.getByRole('button', { name: 'Add a company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a company' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByLabel('Metadata address')).toHaveAccessibleDescription(
    'Enter an address that begins with https://.',
  )
  await dialog.getByLabel('Metadata address').fill(metadataUrl)
  await dialog.getByLabel('Email domains').fill('not a domain')
  await dialog.getByText('Attributes and names').click()
  await dialog.getByLabel('Attributes').fill('unit')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText("This isn't a domain: not")).toBeVisible()
  await expect(dialog.getByText("We can't read this line: unit")).toBeVisible()
  await dialog.getByLabel('Email domains').fill(domain)
  await dialog.getByLabel('Attributes').fill('unit = department')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()

  const drawer = page.getByRole('dialog', { name: domain })
  await expect(drawer.getByText('unit = department')).toBeVisible()
  await expect(drawer.getByText(metadataUrl).first()).toBeVisible()
})

test('what the server refuses is said beside the field that caused it', async ({ page }) => {
  const known = newCompany(page.origin)
  await registerCompany(page.request, known, { resource_id: known.domain })
  const other = newCompany(page.origin)
  await signIn(page, ADMIN)
  await page.goto('/admin/sso')
  await page.getByRole('button', { name: 'Add a company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a company' })
  await dialog.getByText('Attributes and names').click()
  const add = async (url: string, domain: string, resourceId = '') => {
    await dialog.getByLabel('Metadata address').fill(url)
    await dialog.getByLabel('Email domains').fill(domain)
    await dialog.getByLabel('Resource ID').fill(resourceId)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }

  await add(known.metadataUrl, other.domain)
  await expect(dialog.getByLabel('Metadata address')).toHaveAccessibleDescription(
    'This identity provider is already in the list.',
  )
  await add(other.metadataUrl.replace('/metadata', '/nothing'), other.domain)
  await expect(dialog.getByText("We couldn't fetch the metadata.")).toBeVisible()
  await add(other.metadataUrl, known.domain)
  await expect(dialog.getByText('One of these domains belongs to another company.')).toBeVisible()
  await add(other.metadataUrl, other.domain, known.domain)
  await expect(dialog.getByLabel('Resource ID')).toHaveAccessibleDescription(
    'Another company already has this resource ID.',
  )
  await dialog.getByRole('radio', { name: 'Pasted XML' }).click()
  await dialog.getByLabel('Metadata XML').fill('<a/>')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText("We can't use this metadata.")).toBeVisible()
})

test('a company is edited, fetched again, disabled and only then deleted', async ({ page }) => {
  const company = newCompany(page.origin)
  const id = await registerCompany(page.request, company)
  await signIn(page, ADMIN)
  await page.goto(`/admin/sso?open=${id}`)
  const drawer = page.getByRole('dialog', { name: company.domain })
  await expect(drawer.getByRole('button', { name: 'Delete' })).toBeHidden()

  await drawer.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit the company' })
  await editor.getByText('Attributes and names').click()
  await editor.getByLabel('Resource ID').fill(company.domain)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${company.domain} saved`)).toBeVisible()
  await drawer.getByRole('button', { name: 'Fetch metadata' }).click()
  await expect(page.getByText('Metadata fetched')).toBeVisible()
  await drawer.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText(`${company.domain} disabled`)).toBeVisible()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

  await expect(page.getByText(`${company.domain} deleted`)).toBeVisible()
  await expect(page.getByRole('link', { name: company.domain })).toBeHidden()
})

test('what the company needs from us is shown, and the list is filtered by state', async ({
  page,
}) => {
  const enabled = newCompany(page.origin)
  const disabled = newCompany(page.origin)
  await registerCompany(page.request, enabled)
  await registerCompany(page.request, disabled, { disabled: true })
  await signIn(page, ADMIN)
  await page.goto('/admin/sso?state=disabled')

  await expect(page.getByRole('link', { name: disabled.domain })).toBeVisible()
  await expect(page.getByRole('link', { name: enabled.domain })).toBeHidden()
  await expect(page.getByText(`${page.origin}/auth/v1/sso/saml/acs`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download the certificate' })).toBeVisible()
})

describe('while SAML is off', () => {
  test('the page says how it is switched on, and companies can be prepared', async ({ page }) => {
    // The product of these tests has it on, so this answer is played.
    page.route('**/functions/v1/admin-sso', (route) =>
      route.fulfill({
        json: { serviceProvider: null, items: [], next: null, count: 0, isCapped: false },
      }),
    )
    await signIn(page, ADMIN)
    await page.goto('/admin/sso')

    await expect(page.getByText('AUTH_SAML_ENABLED=true')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a company' })).toBeVisible()
    await expect(page.getByText('What the company needs from us')).toBeHidden()
  })
})

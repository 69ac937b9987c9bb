import { expect, type Locator, type Page } from '@playwright/test'
import type { Checkout } from './checkout.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { ADMIN, makeMember, type Person, publishableKey, signIn, tokensOf } from './people.ts'

test('an admin finds a subscriber by the provider’s number, and checks what nobody told', async ({
  page,
  checkout,
}) => {
  const { person, drawer } = await openSubscriber(page, checkout)
  await expect(drawer.getByText(/^Renews on .+ for \$4\.00\.$/)).toBeVisible()
  const number = await drawer.getByRole('link', { name: /^#\d+$/ }).innerText()
  await page.keyboard.press('Escape')

  await search(page, number.slice(1))
  await expect(row(page, person)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`\\?q=${number.slice(1)}$`))
  await choose(page, page.getByRole('combobox', { name: 'Status' }), 'Paused')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.goBack()
  await row(page, person).click()
  await drawer.getByRole('button', { name: 'Check now' }).click()

  await expect(page.getByText('Nothing has changed.')).toBeVisible()
  await expect(drawer.getByText('Checked', { exact: true }).last()).toBeVisible()
})

test('an admin cancels with a reason, and resumes', async ({ page, checkout }) => {
  const { person, drawer } = await openSubscriber(page, checkout)

  await drawer.getByRole('button', { name: 'Cancel subscription' }).click()
  const cancel = page.getByRole('dialog', { name: `Cancel ${person.name}'s subscription?` })
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(cancel.getByText('Say why you do this.')).toBeVisible()
  await cancel.getByLabel('Reason').fill('Asked for it by email')
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(cancel).toBeHidden()
  await expect(drawer.getByText(/^Pro stays on until .+ Nothing more is charged\.$/)).toBeVisible()
  await expect(drawer.getByText(/ · Asked for it by email$/).first()).toBeVisible()

  await drawer.getByRole('button', { name: 'Resume subscription' }).click()
  const resume = page.getByRole('dialog', { name: `Resume ${person.name}'s subscription?` })
  await resume.getByLabel('Reason').fill('Changed their mind')
  await resume.getByRole('button', { name: 'Resume subscription' }).click()

  await expect(resume).toBeHidden()
  await expect(drawer.getByText(/^Renews on .+ for \$4\.00\.$/)).toBeVisible()
  await expect(page.getByText('The subscription runs again.')).toBeVisible()
})

test('an admin refunds a part, and never more than what is left', async ({ page, checkout }) => {
  const { drawer } = await openSubscriber(page, checkout)

  await drawer.getByRole('button', { name: /^Refund \$4\.00 of / }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund a payment of $4.00' })
  await dialog.getByLabel('Amount in USD').fill('4.01')
  await dialog.getByRole('button', { name: 'Refund $4.01' }).click()
  await expect(dialog.getByText('Only $4.00 is left of this payment.')).toBeVisible()
  await dialog.getByLabel('Amount in USD').fill('1,50')
  await dialog.getByRole('button', { name: 'Refund $1.50' }).click()

  await expect(dialog).toBeHidden()
  await expect(drawer.getByText('Partly refunded').first()).toBeVisible()
  await expect(drawer.getByText(/ · \$1\.50 refunded$/)).toBeVisible()
  await drawer.getByRole('button', { name: /^Refund \$4\.00 of / }).click()
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('2.50')
})

test('an admin assigns a payment of nobody, and the member is Pro', async ({ page, checkout }) => {
  const person = await makeMember(page.request)
  await checkout.subscribeSilently(person.email)
  await signIn(page, ADMIN)
  await page.goto('/admin/subscribers')

  await page.getByRole('button', { name: 'Check all' }).click()
  await expect(page.getByText(/^We compare every subscription/)).toBeVisible()
  const assign = page.getByRole('button', { name: `Assign the payment of ${person.email}` })
  await expect(async () => {
    await page.goto('/admin/subscribers?tab=unclaimed')
    await expect(assign).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 40_000 })
  await assign.click()
  const dialog = page.getByRole('dialog', { name: 'Assign this payment' })
  await expect(dialog.getByRole('radio', { name: person.name })).toBeChecked()
  await dialog.getByRole('button', { name: 'Assign' }).click()

  await expect(page.getByText('Payment assigned. Pro is on.')).toBeVisible()
  await expect(assign).toBeHidden()
  expect(await statusOf(page, person)).toMatchObject([{ subscription_status: 'active' }])
})

test('a price is taken over from the provider, and the public page shows it', async ({
  page,
  checkout,
}) => {
  const variant = String(Math.floor(1e6 + Math.random() * 1e8))
  const name = `Journey ${variant} Annual`
  await checkout.sell(variant, 9000)
  await signIn(page, ADMIN)
  await page.goto('/admin/subscribers?tab=plans')

  await page.getByRole('button', { name: 'Add a plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a plan' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Variant ID').fill(variant)
  await dialog.getByLabel('On sale').check()
  await dialog.getByRole('button', { name: 'Save plan' }).click()
  await expect(dialog).toBeHidden()
  const plan = page.getByRole('listitem').filter({ hasText: name })
  await expect(plan).toContainText(`$90.00 per year · Variant ${variant} · 0 subscriptions`)

  await checkout.sell(variant, 9550)
  await page.getByRole('button', { name: 'Compare with the provider' }).click()
  await expect(plan).toContainText('The payment provider asks $95.50 per year.')
  await plan.getByRole('button', { name: 'Take over $95.50 per year' }).click()
  await expect(plan).toContainText(`$95.50 per year · Variant ${variant}`)
  await expect
    .poll(async () => (await page.request.get('/pricing')).text())
    .toMatch(new RegExp(`${name}[\\s\\S]+\\$95\\.50`))

  await plan.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit plan' })
  await edit.getByLabel('On sale').uncheck()
  await edit.getByRole('button', { name: 'Save plan' }).click()
  await expect(plan.getByText('Retired')).toBeVisible()
  await expect.poll(async () => (await page.request.get('/pricing')).text()).not.toContain(name)
})

/** A member who has bought a plan, as the admin sees them. */
async function openSubscriber(
  page: Page,
  checkout: Checkout,
): Promise<{ person: Person; drawer: Locator }> {
  const person = await makeMember(page.request)
  await buy(page, person, checkout)
  await signIn(page, ADMIN)
  await page.goto('/admin/subscribers')
  await search(page, person.email)
  await row(page, person).click()
  const drawer = page.getByRole('dialog', { name: person.name })
  await expect(drawer.getByRole('button', { name: /^Refund \$4\.00 of / })).toBeVisible()

  return { person, drawer }
}

async function buy(page: Page, person: Person, checkout: Checkout): Promise<void> {
  await signIn(page, person)
  await page.goto('/upgrade')
  await page.getByRole('button', { name: 'Get Pro Monthly' }).click()
  await checkout.pay(page)
  await expect(page.getByText("You're Pro. Pro Monthly is active")).toBeVisible({ timeout: 30_000 })
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words)
  await page.keyboard.press('Enter')
}

const row = (page: Page, { name }: Person) => page.locator('[data-row]').filter({ hasText: name })

async function statusOf(page: Page, person: Person): Promise<unknown> {
  const { access_token, user } = await tokensOf(page.request, person)
  const answer = await page.request.post('/rest/v1/rpc/get_subscription_status', {
    headers: {
      apikey: await publishableKey(page.request),
      authorization: `Bearer ${access_token}`,
    },
    data: { input_user_id: user.id },
  })

  return answer.json()
}

import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import type { Mailbox } from './mailbox.ts'
import {
  ADMIN,
  identity,
  type Person,
  publishableKey,
  putSession,
  registerMember,
  signIn,
  type Tokens,
  tokensOf,
} from './people.ts'
import { authenticatorCode } from './totp.ts'

test('an admin finds someone, looks at them, and the link reopens the same', async ({
  page,
  mailbox,
}) => {
  const person = await registerMember(page.request, mailbox)
  await signIn(page, ADMIN)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin area' }).getByText('Users').click()
  await expect(page).toHaveTitle(/^Admin Dashboard – Users · /)

  await page.getByRole('searchbox').fill(person.email.toUpperCase())
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByText('1 item')).toBeVisible()
  await row(page, person).click()
  const drawer = page.getByRole('dialog', { name: person.name })
  await expect(drawer.getByText(person.email)).toBeVisible()
  await drawer.getByRole('tab', { name: 'Security' }).click()
  await expect(drawer.getByText('127.0.0.0/24').first()).toBeVisible()
  await drawer.getByRole('tab', { name: 'Audit' }).click()
  await expect(drawer.getByText('No admin has done anything here yet.')).toBeVisible()

  await expect(page).toHaveURL(/&open=[\w-]+&view=audit$/)
  await page.reload()
  // The look itself has left a line in the audit list, not among what was done.
  await expect(drawer.getByText('No admin has done anything here yet.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Audit' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await choose(page, page.getByRole('combobox', { name: 'Role' }), 'Admin')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(page.getByRole('table')).toBeVisible()
})

test.describe('banning', () => {
  test.use({ expectedConsole: /status of 40[03]/ })

  test('someone is banned with a reason, cannot sign in, and the ban is lifted', async ({
    page,
    mailbox,
  }) => {
    const person = await registerMember(page.request, mailbox)
    await signIn(page, ADMIN)
    const drawer = await open(page, person)

    const dialog = await ask(page, 'Ban', `Ban ${person.name}?`)
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await expect(dialog.getByText('Say why, so that other admins understand it.')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByText('24 hours').click()
    await dialog.getByLabel('Reason').fill('Sends spam')
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await expect(drawer.getByText(`${person.name} is banned.`)).toBeVisible()
    await expect(drawer.getByText('Banned until')).toBeVisible()
    await expect(row(page, person).locator('xpath=ancestor::tr')).toContainText('Banned')
    await expect(tokensOf(page.request, person)).rejects.toThrow(/user_banned/)

    await ask(page, 'Lift ban', `Lift the ban of ${person.name}?`)
    await page.getByRole('dialog').last().getByRole('button', { name: 'Lift ban' }).click()
    await expect(drawer.getByText(`${person.name} can sign in again.`)).toBeVisible()
    await tokensOf(page.request, person)
    await drawer.getByRole('tab', { name: 'Audit' }).click()
    await expect(drawer.getByText('reason: Sends spam · duration: 24h')).toBeVisible()
  })
})

test('emails are named, devices are counted, and a role is given', async ({ page, mailbox }) => {
  const person = await registerMember(page.request, mailbox)
  await signIn(page, ADMIN)
  const drawer = await open(page, person)

  await choosing(page, 'Send password reset')
  await expect(drawer.getByText(`We sent a password reset email to ${person.email}.`)).toBeVisible()

  const dialog = await ask(page, 'Sign out everywhere', `Sign out ${person.name} everywhere?`)
  await expect(dialog).toContainText('1 device is signed out.')
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(drawer.getByText('1 device was signed out.')).toBeVisible()

  await ask(page, 'Make admin', `Make ${person.name} an admin?`)
  await page.getByRole('dialog').last().getByRole('button', { name: 'Make admin' }).click()
  await expect(drawer.getByText(`${person.name} is now an admin.`)).toBeVisible()
  await ask(page, 'Take admin role away', `Take the admin role away from ${person.name}?`)
  const demote = page.getByRole('dialog').last()
  await demote.getByRole('button', { name: 'Take admin role away' }).click()
  await expect(drawer.getByText(`${person.name} is no longer an admin.`)).toBeVisible()
})

test.describe('with an old proof', () => {
  test.use({ expectedConsole: /status of 4(03|22)/ })

  test('the digits of an email are asked for in the middle, and the action goes on', async ({
    page,
    mailbox,
  }) => {
    const person = await registerMember(page.request, mailbox)
    const admin = await newAdmin(page.request, mailbox)
    await signIn(page, admin)
    const drawer = await open(page, person)
    const sent = await refuse(page, 1)

    const dialog = await ask(page, 'Ban', `Ban ${person.name}?`)
    await dialog.getByLabel('Reason').fill('Sends spam')
    await dialog.getByRole('button', { name: 'Ban' }).click()
    const proof = page.getByRole('dialog', { name: 'Prove once more that it is you' })
    await expect(proof.getByText(`We sent six digits to ${admin.email}.`)).toBeVisible()
    await expect(proof.getByLabel('Code from the email')).toBeFocused()
    const digits = await digitsTo(mailbox, admin.email)
    await proof.getByLabel('Code from the email').fill(digits)
    await proof.getByRole('button', { name: 'Continue' }).click()

    await expect(drawer.getByText(`${person.name} is banned.`)).toBeVisible()
    expect(sent.at(-1)).toMatchObject({ action: 'ban', reason: 'Sends spam', nonce: digits })
  })

  test('an admin with an app is asked for its code; giving up changes nothing', async ({
    page,
    mailbox,
  }) => {
    const person = await registerMember(page.request, mailbox)
    const admin = await newAdmin(page.request, mailbox)
    const secret = await signInWithApp(page, admin)
    const drawer = await open(page, person)
    await refuse(page, 2)

    const dialog = await ask(page, 'Sign out everywhere', `Sign out ${person.name} everywhere?`)
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    const proof = page.getByRole('dialog', { name: 'Prove once more that it is you' })
    await expect(proof.getByLabel('Code from your authenticator app')).toBeFocused()
    await proof.getByLabel('Code from your authenticator app').fill('000000')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(proof.getByRole('alert')).toBeVisible()
    await proof.getByRole('button', { name: 'Close' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      "Nothing was changed, because you didn't prove that it is you.",
    )

    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await proof.getByLabel('Code from your authenticator app').fill(authenticatorCode(secret, 1))
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(drawer.getByText('1 device was signed out.')).toBeVisible()
  })
})

test.describe('two admins at once', () => {
  test.use({ expectedConsole: /status of 40[34]/ })

  test('an admin who is demoted with the page open is led out at the next action', async ({
    page,
    mailbox,
  }) => {
    const person = await registerMember(page.request, mailbox)
    const admin = await newAdmin(page.request, mailbox)
    await signIn(page, admin)
    await open(page, person)
    await setRole(page.request, admin, 'member')

    const dialog = await ask(page, 'Ban', `Ban ${person.name}?`)
    await dialog.getByLabel('Reason').fill('Sends spam')
    await dialog.getByRole('button', { name: 'Ban' }).click()

    await expect(page).toHaveURL('/unauthorized')
  })

  test('what another admin did meanwhile is told where it was tried', async ({
    page,
    browser,
    mailbox,
  }) => {
    const person = await registerMember(page.request, mailbox)
    const admin = await newAdmin(page.request, mailbox)
    await signIn(page, ADMIN)
    await open(page, person)
    const dialog = await ask(page, 'Ban', `Ban ${person.name}?`)
    await dialog.getByLabel('Reason').fill('Sends spam')
    await deleteAs(browser, admin, person)

    await dialog.getByRole('button', { name: 'Ban' }).click()

    await expect(dialog.getByRole('alert')).toHaveText('User not found')
  })
})

test('the list is saved as CSV with its filter, and no cell is a formula', async ({
  page,
  mailbox,
}) => {
  const person = await registerMember(page.request, mailbox)
  const { access_token, user } = await tokensOf(page.request, person)
  await page.request.patch(`/rest/v1/users?id=eq.${user.id}`, {
    data: { display_name: '=1+1' },
    headers: await asMember(page.request, access_token),
  })
  await signIn(page, ADMIN)
  await page.goto(`/admin/users?q=${person.email}`)
  await expect(page.getByText('1 item')).toBeVisible()

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await waiting

  expect(download.suggestedFilename()).toMatch(/^gitferry-users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${user.id},${person.email},'=1+1,member,active`)
})

test('by keyboard alone: there, along, into a tab, an action, and back', async ({
  page,
  mailbox,
}) => {
  const person = await registerMember(page.request, mailbox)
  await signIn(page, ADMIN)
  await page.goto('/admin')
  await expect(page.getByRole('navigation', { name: 'Admin area' })).toBeVisible()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const name of ['Users', 'Subscribers', 'Sync', 'Feedback']) {
    await expect(shortcuts.getByText(name, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page).toHaveURL('/admin/users')
  await expect(row(page, person)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 item')).toBeVisible()
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('j')
  await expect(row(page, person)).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: person.name })
  await drawer.getByRole('button', { name: 'Actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Send password reset' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer.getByText(`We sent a password reset email to ${person.email}.`)).toBeVisible()
  await drawer.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Never had a subscription.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('an admin on a phone filters, opens and acts', async ({ page, mailbox }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const person = await registerMember(page.request, mailbox)
  await signIn(page, ADMIN)
  await page.goto('/admin/users')

  await page.getByRole('button', { name: 'Filters and sorting' }).click()
  await choose(page, page.getByRole('combobox', { name: 'Created' }), 'Today (UTC)')
  await row(page, person).click()
  const drawer = page.getByRole('dialog', { name: person.name })
  await choosing(page, 'Send password reset')

  await expect(drawer.getByText(`We sent a password reset email to ${person.email}.`)).toBeVisible()
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('people are found and blocked in Spanish', async ({ page, mailbox }) => {
    const person = await registerMember(page.request, mailbox)
    await signIn(page, ADMIN)
    await page.goto(`/admin/users?q=${encodeURIComponent(person.email)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usuarios')
    await expect(page.getByText('1 elemento', { exact: true })).toBeVisible()
    await row(page, person).click()
    const drawer = page.getByRole('dialog', { name: person.name })
    await drawer.getByRole('button', { name: 'Acciones' }).click()
    await page.getByRole('menuitem', { name: 'Bloquear', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `¿Bloquear a ${person.name}?` })
    await dialog.getByLabel('Motivo').fill('Correo no deseado')
    await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click()

    await expect(drawer.getByText(`${person.name} está bloqueado.`)).toBeVisible()
  })
})

async function open(page: Page, person: Person) {
  await page.goto(`/admin/users?q=${encodeURIComponent(person.email)}`)
  await row(page, person).click()
  const drawer = page.getByRole('dialog', { name: person.name })
  await expect(drawer.getByRole('tab', { name: 'Overview' })).toBeVisible()

  return drawer
}

/** Found by its text: beside an open drawer, rows are hidden from screen readers. */
const row = (page: Page, { name }: Person) => page.locator('[data-row]', { hasText: name })

async function choosing(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function ask(page: Page, action: string, title: string) {
  await choosing(page, action)
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()

  return dialog
}

const asMember = async (request: APIRequestContext, token: string) => ({
  apikey: await publishableKey(request),
  authorization: `Bearer ${token}`,
})

/** As an admin's page does it. */
async function setRole(request: APIRequestContext, person: Person, role: 'admin' | 'member') {
  const { access_token } = await tokensOf(request, ADMIN)
  const { user } = await tokensOf(request, person)
  const answer = await request.post('/functions/v1/admin-users', {
    data: { action: 'set_role', userId: user.id, role },
    headers: await asMember(request, access_token),
  })

  expect(answer.status()).toBe(200)
}

async function newAdmin(request: APIRequestContext, mailbox: Mailbox): Promise<Person> {
  const person = await registerMember(request, mailbox)
  await setRole(request, person, 'admin')

  return person
}

async function deleteAs(browser: Browser, admin: Person, person: Person): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, admin)
  await open(page, person)
  const dialog = await ask(page, 'Delete account', `Delete ${person.name}?`)
  await dialog.getByLabel('Reason').fill('Asked for it')
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText(`${person.name} has been deleted.`)).toBeVisible()
  await page.context().close()
}

/** No sign-in of a journey is an hour old, so the first dangerous calls get that answer here. Returns all bodies. */
async function refuse(page: Page, times: number): Promise<object[]> {
  const sent: object[] = []
  await page.route('**/functions/v1/admin-users', async (route) => {
    const body = route.request().postDataJSON() as { action: string }
    if (['get', 'list', 'sign_ins'].includes(body.action)) return route.continue()
    sent.push(body)
    if (sent.length > times) return route.continue()
    return route.fulfill({
      status: 403,
      json: { code: 'reauthentication_needed', error: 'Please prove once more that it is you' },
    })
  })

  return sent
}

/** The second email: the first one confirmed the address. */
async function digitsTo(mailbox: Mailbox, email: string): Promise<string> {
  const { text } = await mailbox.newest(email, 2)

  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

/** Signs the person in with a new app, whose secret it returns. */
async function signInWithApp(page: Page, person: Person): Promise<string> {
  const { access_token } = await tokensOf(page.request, person)
  const call = (path: string, data: object) => identity(page.request, path, data, access_token)
  const { id, totp } = (await call('factors', { factor_type: 'totp' })) as {
    id: string
    totp: { secret: string }
  }
  const challenge = (await call(`factors/${id}/challenge`, {})) as { id: string }
  const session = await call(`factors/${id}/verify`, {
    challenge_id: challenge.id,
    code: authenticatorCode(totp.secret),
  })
  await putSession(page, session as Tokens)

  return totp.secret
}

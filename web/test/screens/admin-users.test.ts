import type { Mailbox } from '@app/e2e/mailbox.ts'
import {
  ADMIN,
  identity,
  makeAdmin,
  makeMember,
  newPerson,
  type Person,
  publishableKey,
  type Requests,
  setRole,
  type Tokens,
  tokensOf,
} from '@app/e2e/people.ts'
import { authenticatorCode } from '@app/e2e/totp.ts'
import { describe, expect } from 'vitest'
import { signIn, storeSession, test } from './harness/fixtures.ts'
import type { Page } from './harness/page.ts'

test('an address is confirmed, the lost password is named, and one click sends the reset link', async ({
  page,
  mailbox,
}) => {
  const person = newPerson()
  const { name, email, password } = person
  await identity(page.request, 'signup', { email, password, data: { display_name: name } })
  await signIn(page, ADMIN)
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
  await page.locator('[data-row]').click()

  const dialog = await ask(page, 'Confirm address', `Confirm ${email}?`)
  await expect(dialog).toContainText('the password from the registration is removed')
  await dialog.getByRole('button', { name: 'Confirm address' }).click()
  const drawer = page.locator('[data-drawer]')
  await expect(drawer.getByText("so they can't sign in yet.")).toBeVisible()
  await expect(tokensOf(page.request, person)).rejects.toThrow(/invalid_credentials/)
  expect((await mailbox.newest(email, 2)).text).toContain('no longer works')
  await drawer.getByRole('button', { name: 'Send reset link' }).click()
  await expect(drawer.getByText(`We sent a password reset email to ${email}.`)).toBeVisible()
  await page.goto(await mailbox.linkTo(email, 3))

  await expect(page).toHaveURL(/\/settings\?tab=security/)
})

test('an account is deleted only after its address was typed', async ({ page }) => {
  const person = await makeMember(page.request)
  await signIn(page, ADMIN)
  await open(page, person)

  const dialog = await ask(page, 'Delete account', `Delete ${person.name}?`)
  const submit = dialog.getByRole('button', { name: 'Delete permanently' })
  await dialog.getByLabel('Reason').fill('Asked for it')
  await expect(submit).toBeDisabled()
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
  await submit.click()

  await expect(page.getByText(`${person.name} has been deleted.`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, person)).toBeHidden()
})

test('several are changed at once, with an answer for each', async ({ page }) => {
  const [one, two] = [await makeMember(page.request), await makeMember(page.request)]
  await setRole(page.request, two, 'admin')
  await signIn(page, ADMIN)
  await page.goto('/admin/users')

  await page.getByLabel(`Select: ${one.name}`).check()
  await page.getByLabel(`Select: ${two.name}`).check()
  const bar = page.getByRole('region', { name: 'Selected items' })
  await bar.getByRole('button', { name: 'Ban' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ban 2 users?' })
  await dialog.getByLabel('Reason').fill('Both send spam')
  await dialog.getByRole('button', { name: 'Ban' }).click()

  const result = page.getByRole('alert')
  await expect(result).toContainText('1 changed, 1 failed.')
  await expect(result).toContainText(
    `${two.name}: This is an admin. Take the admin role away first.`,
  )
  await expect(row(page, one).closest('tr')).toContainText('Banned')
})

describe('banning', () => {
  test('someone is banned with a reason, cannot sign in, and the ban is lifted', async ({
    page,
  }) => {
    const person = await makeMember(page.request)
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
    await expect(row(page, person).closest('tr')).toContainText('Banned')
    await expect(tokensOf(page.request, person)).rejects.toThrow(/user_banned/)

    await ask(page, 'Lift ban', `Lift the ban of ${person.name}?`)
    await page.getByRole('dialog').last().getByRole('button', { name: 'Lift ban' }).click()
    await expect(drawer.getByText(`${person.name} can sign in again.`)).toBeVisible()
    await tokensOf(page.request, person)
    await drawer.getByRole('tab', { name: 'Audit' }).click()
    await expect(drawer.getByText('reason: Sends spam · duration: 24h')).toBeVisible()
  })
})

test('emails are named, devices are counted, and a role is given', async ({ page }) => {
  const person = await makeMember(page.request)
  // One device.
  await tokensOf(page.request, person)
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

describe('with an old proof', () => {
  test('the digits of an email are asked for in the middle, and the action goes on', async ({
    page,
    mailbox,
  }) => {
    const person = await makeMember(page.request)
    const admin = await makeAdmin(page.request)
    await signIn(page, admin)
    const drawer = await open(page, person)
    const sent = refuse(page, 1)

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
  }) => {
    const person = await makeMember(page.request)
    // One device.
    await tokensOf(page.request, person)
    const admin = await makeAdmin(page.request)
    const secret = await signInWithApp(page, admin)
    const drawer = await open(page, person)
    refuse(page, 2)

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

describe('two admins at once', () => {
  test('an admin who is demoted with the page open is led out at the next action', async ({
    page,
  }) => {
    const person = await makeMember(page.request)
    const admin = await makeAdmin(page.request)
    await signIn(page, admin)
    await open(page, person)
    await setRole(page.request, admin, 'member')

    const dialog = await ask(page, 'Ban', `Ban ${person.name}?`)
    await dialog.getByLabel('Reason').fill('Sends spam')
    await dialog.getByRole('button', { name: 'Ban' }).click()

    await expect(page).toHaveURL('/unauthorized')
  })

  test('what another admin did meanwhile is told where it was tried', async ({ page }) => {
    const person = await makeMember(page.request)
    const admin = await makeAdmin(page.request)
    await signIn(page, ADMIN)
    await open(page, person)
    const dialog = await ask(page, 'Ban', `Ban ${person.name}?`)
    await dialog.getByLabel('Reason').fill('Sends spam')
    await deleteAs(page.request, admin, person)

    await dialog.getByRole('button', { name: 'Ban' }).click()

    await expect(dialog.getByRole('alert')).toHaveText('User not found')
  })
})

test('the list is saved as CSV with its filter, and no cell is a formula', async ({ page }) => {
  const person = await makeMember(page.request)
  const { access_token, user } = await tokensOf(page.request, person)
  await page.request.patch(`/rest/v1/users?id=eq.${user.id}`, {
    data: { display_name: '=1+1' },
    headers: await asMember(page.request, access_token),
  })
  await signIn(page, ADMIN)
  await page.goto(`/admin/users?q=${person.email}`)
  await expect(page.getByText('1 item')).toBeVisible()

  const waiting = page.waitForDownload()
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await waiting

  expect(download.name).toMatch(/^gitferry-users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await download.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${user.id},${person.email},'=1+1,member,active`)
})

describe('in Spanish', () => {
  test.override({ language: 'es-ES' })

  test('people are found and blocked in Spanish', async ({ page }) => {
    const person = await makeMember(page.request)
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

const asMember = async (request: Requests, token: string) => ({
  apikey: await publishableKey(request),
  authorization: `Bearer ${token}`,
})

/** No sign-in of a test is an hour old, so the first dangerous calls get that answer here. Returns all bodies. */
function refuse(page: Page, times: number): object[] {
  const sent: object[] = []
  page.route('**/functions/v1/admin-users', (route) => {
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

async function digitsTo(mailbox: Mailbox, email: string): Promise<string> {
  const { text } = await mailbox.newest(email)

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
  storeSession(page, session as Tokens)

  return totp.secret
}

async function deleteAs(request: Requests, admin: Person, person: Person): Promise<void> {
  const { access_token } = await tokensOf(request, admin)
  const { user } = await tokensOf(request, person)
  const answer = await request.post('/functions/v1/admin-users', {
    data: { action: 'delete', userId: user.id, reason: 'Asked for it', confirmation: person.email },
    headers: await asMember(request, access_token),
  })

  expect(answer.status()).toBe(200)
}

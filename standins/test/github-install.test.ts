import { expect, test } from 'vitest'
import { callbackOf, openGithub } from './open-github.ts'

const PRODUCT = 'http://127.0.0.1:3000'
const NEW = '/apps/gitferry-local/installations/new'

test('the first installation page lists accounts and keeps the state', async () => {
  const github = await openGithub()

  const page = await github.page(`${NEW}?state=s%26t`)

  expect(page).toContain('Install Gitferry')
  expect(page).toContain(
    `${NEW}/permissions?person=mia-torres&amp;account=mia-torres&amp;state=s%26t`,
  )
  expect(page).toContain('account=lanternworks')
})

test('the second page offers all or some of its repositories', async () => {
  const github = await openGithub()

  const page = await github.page(`${NEW}/permissions?person=mia-torres&state=abc`)

  expect(page).toContain('All repositories')
  expect(page).toContain('value="timer-wall"')
  expect(page).toContain('name="state" value="abc"')
  expect(page).not.toContain('value="tide-tables"')
})

test('an installation redirects to the setup address with the state', async () => {
  const github = await openGithub({ productUrl: PRODUCT })

  const reply = await github.press(NEW, { person: 'mia-torres', state: 'abc' })

  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/auth\/github\/setup\?installation_id=\d+&setup_action=install&state=abc$/,
  )
})

test('without a product address there is no redirect', async () => {
  const github = await openGithub()

  const reply = await github.press(NEW, { person: 'mia-torres' })

  expect(reply.headers.get('location')).toMatch(/^\/settings\/installations\/\d+$/)
})

test('a second installation on an account changes the first', async () => {
  const github = await openGithub({ productUrl: PRODUCT })
  const first = callbackOf(await github.press(NEW, { person: 'mia-torres' }))

  const again = callbackOf(
    await github.press(NEW, {
      person: 'mia-torres',
      selection: 'selected',
      repositories: 'timer-wall',
    }),
  )

  expect(again.get('setup_action')).toBe('update')
  expect(again.get('installation_id')).toBe(first.get('installation_id'))
})

test('an empty selection installs nothing', async () => {
  const github = await openGithub({ productUrl: PRODUCT })

  const reply = await github.press(NEW, { person: 'mia-torres', selection: 'selected' })

  expect(reply.status).toBe(422)
  expect(await reply.text()).toContain('Choose at least one repository.')
})

test('a member of an organisation can only request an installation', async () => {
  const github = await openGithub({ productUrl: PRODUCT })

  const asked = callbackOf(
    await github.press(NEW, { person: 'jonas-weber', account: 'lanternworks', state: 'abc' }),
  )
  const owner = callbackOf(
    await github.press(NEW, { person: 'priya-nair', account: 'lanternworks' }),
  )

  expect(Object.fromEntries(asked)).toEqual({ setup_action: 'request', state: 'abc' })
  expect(owner.get('setup_action')).toBe('install')
})

test.each([
  ['somebody else’s account', { person: 'mia-torres', account: 'priya-nair' }],
  ['an organisation one does not belong to', { person: 'mia-torres', account: 'lanternworks' }],
  ['nobody', { person: 'nobody' }],
])('on %s nothing can be installed', async (_what, form) => {
  const github = await openGithub()

  expect((await github.press(NEW, form)).status).toBe(404)
})

test('a person’s token lists the installations they may know of, and no others', async () => {
  const github = await openGithub()
  const mine = await github.install('mia-torres', { repositories: ['timer-wall'] })
  const foreign = await github.install('priya-nair')
  const { access_token: token } = await github.signIn('mia-torres')

  const list = await (await github.api('/user/installations', token)).json()
  const repositories = await github.api(`/user/installations/${mine}/repositories`, token)
  const other = await github.api(`/user/installations/${foreign}/repositories`, token)

  expect(list).toMatchObject({
    total_count: 1,
    installations: [
      {
        id: mine,
        app_id: 4001,
        app_slug: 'gitferry-local',
        account: { login: 'mia-torres', type: 'User' },
        repository_selection: 'selected',
        permissions: { contents: 'write', metadata: 'read' },
        suspended_at: null,
      },
    ],
  })
  expect(await repositories.json()).toMatchObject({
    total_count: 1,
    repositories: [{ full_name: 'mia-torres/timer-wall', private: true }],
  })
  expect(other.status).toBe(404)
})

test('a member of an organisation sees its installation', async () => {
  const github = await openGithub()
  const id = await github.install('priya-nair', { account: 'lanternworks' })
  const { access_token: token } = await github.signIn('jonas-weber')

  const list = await (await github.api('/user/installations', token)).json()

  expect(list).toMatchObject({
    installations: [{ id, target_type: 'Organization', account: { login: 'lanternworks' } }],
  })
})

test('a page shows whether an app is installed or suspended', async () => {
  const github = await openGithub()
  const id = await github.install('mia-torres')
  const at = `/settings/installations/${id}`

  const working = await github.page(at)
  await github.control('PUT', `installations/${id}`, { suspended: true })
  const suspended = await github.page(at)
  await github.control('DELETE', `installations/${id}`)

  expect(working).toContain('all repositories')
  expect(suspended).toContain('suspended')
  expect(await github.page('/mia-torres')).not.toContain('Choose repositories')
})

test('an app that GitHub suspends has access nowhere, and only GitHub releases it', async () => {
  const github = await openGithub()
  const id = await github.install('mia-torres')
  const suspend = (suspended: boolean) =>
    github.control('PUT', 'applications/gitferry-local', { suspended })
  await suspend(true)
  await github.install('jonas-weber')
  const installed = async (login: string) => {
    const { access_token: token } = await github.signIn(login)
    const list = await (await github.api('/user/installations', token)).json()
    return (list as { installations: unknown[] }).installations
  }

  await github.press(`/settings/installations/${id}/unsuspend`, {})

  const all = [...(await installed('mia-torres')), ...(await installed('jonas-weber'))]
  const flagged = { suspended_at: expect.any(String), suspended_by: null }
  expect(all).toEqual([expect.objectContaining(flagged), expect.objectContaining(flagged)])
  await suspend(false)
  expect(await installed('mia-torres')).toMatchObject([{ id, suspended_at: null }])
  expect((await github.control('PUT', 'applications/unknown', { suspended: true })).status).toBe(
    400,
  )
})

test('installations survive a restart', async () => {
  const before = await openGithub()
  const id = await before.install('mia-torres')
  await before.close()

  const after = await openGithub({ dataDir: before.dataDir })

  expect(await after.page(`/settings/installations/${id}`)).toContain('Choose repositories')
})

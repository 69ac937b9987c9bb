import { expect, onTestFinished, test } from 'vitest'
import { github } from '#github/app.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

const TOKEN = 'ghu_demoPriyaNairOpensOnlyTheStandIn0001'

test('from the first start the demo’s member has authorized and installed the app', async () => {
  const { api } = await openDemo()

  const user = await json(await api('/user'))
  const { installations } = await json(await api('/user/installations'))

  expect(user).toMatchObject({ login: 'priya-nair' })
  expect(installations.map(loginOf)).toEqual(['priya-nair', 'lanternworks'])
})

test('one of her organisations lacks the app, and GitHub hides its private repository', async () => {
  const { api } = await openDemo()

  expect((await api('/users/fernhouse')).status).toBe(200)
  expect((await api('/repos/fernhouse/plant-diary')).status).toBe(404)
  expect((await api('/repos/lanternworks/standup-notes')).status).toBe(200)
})

test('the page for an installation on one account offers that account only', async () => {
  const { page } = await openDemo()

  const shown = await page('/apps/gitferry-local/installations/new/permissions?target_id=502')

  expect([...shown.matchAll(/class="row"/g)]).toHaveLength(1)
  expect(shown).toContain('Fernhouse')
})

test('the latest commits of one repository are a colleague’s', async () => {
  const { api } = await openDemo()

  const commits = await json(await api('/repos/lanternworks/standup-notes/commits?per_page=3'))

  expect(commits.map(({ author }: { author: { login: string } }) => author.login)).toEqual([
    'jonas-weber',
    'jonas-weber',
    'priya-nair',
  ])
})

test('the demo’s token works again after a renewal and a restart, but not after it was revoked', async () => {
  const dataDir = await temporaryFolder()
  const first = await openDemo(dataDir)
  await first.renew()
  expect((await first.api('/user')).status).toBe(401)

  await first.close()
  const second = await openDemo(dataDir)
  expect((await second.api('/user')).status).toBe(200)

  await second.control('POST', 'people/priya-nair/revoke', {})
  await second.close()
  const third = await openDemo(dataDir)
  expect((await third.api('/user')).status).toBe(401)
})

test('a reset brings the demo’s connection back', async () => {
  const { api, control } = await openDemo()
  await control('POST', 'people/priya-nair/revoke', {})

  await control('POST', 'reset', {})

  expect((await api('/user')).status).toBe(200)
})

async function openDemo(dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder())
  const ports = { http: 0, api: 0 }
  const { url, addresses, close } = await github.start({
    dataDir: folder,
    ports,
    productUrl: undefined,
    productApiUrl: undefined,
  })
  onTestFinished(close)

  return {
    close,
    control: controlOf(url),
    page: async (path: string) => (await fetch(url + path)).text(),
    api: (path: string) =>
      fetch(`${addresses.api}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } }),
    renew: () =>
      fetch(`${url}/login/oauth/access_token`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({
          client_id: 'gitferry-local',
          client_secret: 'gitferry-local-secret',
          grant_type: 'refresh_token',
          refresh_token: `${TOKEN.replace('ghu', 'ghr')}${'0'.repeat(40)}1`,
        }),
      }),
  }
}

const loginOf = ({ account }: { account: { login: string } }) => account.login

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field.
const json = async (reply: Response): Promise<any> => reply.json()

import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { localApp, type Registration } from '#github/registrations/registration.ts'
import { gitFor, HAS_GIT } from './git-client.ts'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'
const PRIVATE = '/repos/mia-torres/timer-wall'
const WORKFLOW = '.github/workflows/ci.yml'
const MINUTE_MS = 60_000

test('all files come as one archive', async () => {
  const { github, token } = await connected()

  const zipball = await github.api(`${AT}/zipball/main`, token)

  const { name, content } = firstInZip(await bytesOf(zipball))
  expect(zipball.url).toMatch(/\/codeload\/mia-torres\/recipe-scaler\/legacy\.zip\/[0-9a-f]{40}$/)
  expect(name).toMatch(/^mia-torres-recipe-scaler-[0-9a-f]{7}\/README\.md$/)
  expect(content).toContain('# recipe-scaler')
})

test('the link to a private archive works for five minutes without a token', async () => {
  const { github, token } = await connected()
  const sent = await github.send('GET', `${PRIVATE}/zipball/main`, token)
  const link = sent.headers.get('location') ?? ''
  const statusOf = async (url: string) => (await fetch(url)).status

  expect([sent.status, await statusOf(link)]).toEqual([302, 200])
  expect(await statusOf(link.split('?')[0] ?? '')).toBe(404)
  await github.control('PUT', 'clock', { offsetMs: 5 * MINUTE_MS + 1000 })
  expect(await statusOf(link)).toBe(404)
  expect((await github.send('GET', `${PRIVATE}/zipball/main`)).status).toBe(404)
})

test('workflow files need a permission of their own', async () => {
  const { workflows: _, ...permissions } = localApp.permissions
  const { github, token } = await connected([{ ...localApp, permissions }])
  const put = (path: string) =>
    github.send('PUT', `${AT}/contents/${path}`, token, { message: 'x', content: 'eA==' })
  const putFile = (path: string) =>
    github.send('POST', `${AT}/git/trees`, token, {
      tree: [{ path, mode: '100644', content: 'x' }],
    })

  expect([(await put(WORKFLOW)).status, (await put('.github/notes.md')).status]).toEqual([403, 201])
  expect([(await putFile(WORKFLOW)).status, (await putFile('a.md')).status]).toEqual([403, 201])
})

test.runIf(HAS_GIT)('git itself clones, fetches and pushes', async () => {
  const { github, token } = await connected()
  const git = await gitFor(github.webUrl, token)
  await git.clone('mia-torres/recipe-scaler.git')

  await git.commit('NEWS.md', 'Fresh soup')
  await git.run('push', 'origin', 'main', 'main:refs/heads/next')
  const [head] = await json(await github.api(`${AT}/commits`, token))
  await github.send('PUT', `${AT}/contents/MORE.md`, token, { message: 'More', content: 'eA==' })
  await git.run('fetch', 'origin')
  const behind = await git.run('log', '--format=%s', 'main..origin/main')
  await git.commit('OTHER.md', 'Too late')
  const late = await git.run('push', 'origin', 'main').catch((error) => String(error))
  await git.run('push', '--force', 'origin', 'main')
  await git.run('push', 'origin', '--delete', 'next')

  expect(head).toMatchObject({ commit: { message: 'Fresh soup\n' }, author: null })
  expect(behind).toBe('More\n')
  expect(late).toMatch(/rejected/)
  expect(await git.run('ls-remote', '--heads', 'origin')).toMatch(
    /^[0-9a-f]{40}\trefs\/heads\/main\n$/,
  )
  expect(await git.run('fsck', '--strict')).not.toMatch(/error|missing/)
})

test.runIf(HAS_GIT)('git is refused what the API refuses', async () => {
  const { workflows: _, ...permissions } = localApp.permissions
  const { github, token } = await connected([{ ...localApp, permissions }])
  const nobody = await gitFor(github.webUrl, 'ghu_nonsense')
  const mia = await gitFor(github.webUrl, token)

  await expect(nobody.clone('mia-torres/timer-wall.git')).rejects.toThrow(/Authentication failed/)
  await expect(mia.clone('priya-nair/nothing-here.git')).rejects.toThrow(/not found/)
  await mia.clone('mia-torres/recipe-scaler.git')
  await mia.commit(WORKFLOW, 'Runs by itself')
  await expect(mia.run('push', 'origin', 'main')).rejects.toThrow(/without `workflows` permission/)
})

async function connected(registrations?: Registration[]) {
  const github = await openGithub(registrations && { registrations })
  await github.install('mia-torres')
  const { access_token: token } = await github.signIn('mia-torres')

  return { github, token }
}

const bytesOf = async (reply: Response | undefined) =>
  Buffer.from((await reply?.arrayBuffer()) ?? new ArrayBuffer(0))

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the test expects of it
const json = async (reply: Response): Promise<any> => reply.json()

function firstInZip(zip: Buffer) {
  const [size, nameLength] = [zip.readUInt32LE(18), zip.readUInt16LE(26)]
  const [from, to] = [30, 30 + nameLength]

  return {
    name: zip.toString('utf8', from, to),
    content: inflateRawSync(zip.subarray(to, to + size)).toString(),
  }
}

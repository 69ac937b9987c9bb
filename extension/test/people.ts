import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { until, type World } from './open-worker.ts'

const PASSWORD = 'a-long-enough-password'

export type Member = { email: string; id: string; token: string }

/** A member who has signed in on the site. */
export async function newMember(): Promise<Member> {
  const email = `member-${crypto.randomUUID()}@example.test`
  const account = { email, password: PASSWORD, email_confirm: true }
  const { id } = await call('/auth/v1/admin/users', account, inject('extensionSecretKey'))

  return { email, id: String(id), token: await signIn(email) }
}

/** By the password alone. */
export async function signIn(email: string): Promise<string> {
  const tokens = await call('/auth/v1/token?grant_type=password', { email, password: PASSWORD })

  return String(tokens.access_token)
}

/** A call to the product as a page of the site sends it. */
export async function call(
  path: string,
  body: object,
  token = inject('config').publishableKey,
): Promise<Record<string, unknown>> {
  const { apiUrl, publishableKey } = inject('config')
  const answer = await fetch(apiUrl + path, {
    method: 'POST',
    headers: {
      apikey: token.startsWith('sb_') ? token : publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)

  return JSON.parse(text || '{}')
}

/** A call to the control API of the GitHub stand-in. */
export async function github(method: string, path: string, body: object = {}): Promise<Response> {
  const answer = await fetch(`${inject('config').githubWebUrl}/_control/${path}`, {
    method,
    headers: { 'x-standin-control': '1' },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)

  return answer
}

/** Calls of this kind wait until the returned function is called. */
export async function hold(method: string, path: string): Promise<() => Promise<unknown>> {
  const fault = { method, path, latencyMs: 60_000, times: null }
  const { id } = (await (await github('POST', 'faults', fault)).json()) as { id: string }

  return () => github('DELETE', `faults/${id}`)
}

export async function newGithubPerson(): Promise<string> {
  const login = `nora-${crypto.randomUUID().slice(0, 8)}`
  await github('POST', 'seed', {
    people: [{ login, name: login, email: `${login}@example.test` }],
  })

  return login
}

export async function personalToken(login: string, scopes = ['repo', 'delete_repo']) {
  const made = await github('POST', `people/${login}/tokens`, { scopes })

  return ((await made.json()) as { token: string }).token
}

/** The worker pushes with a token of this person's own. Returns the login. */
export async function useToken({ ask }: World, known?: string): Promise<string> {
  const login = known ?? (await newGithubPerson())
  await ask('keepPersonalToken', await personalToken(login), false, null)

  return login
}

/** Returns the token of the session that has the factor. */
export async function setUpFactor({ token }: Member): Promise<{ token: string }> {
  const factor = await call('/auth/v1/factors', { factor_type: 'totp' }, token)
  const { secret } = factor.totp as { secret: string }
  const path = `/auth/v1/factors/${factor.id}`
  const { id } = await call(`${path}/challenge`, {}, token)
  const code = authenticatorCode(secret)
  const verified = await call(`${path}/verify`, { challenge_id: id, code }, token)

  return { token: String(verified.access_token) }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows now (RFC 6238). */
function authenticatorCode(secret: string): string {
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff

  return String(number % 1_000_000).padStart(6, '0')
}

/** Offers the site's session, and waits until the worker has created its own. */
export async function offerSession({ fromSite, read }: World, { email, token }: Member) {
  await fromSite({ kind: 'siteSession', accessToken: token })
  await until(async () => (await read<{ email: string }>('local', 'session'))?.email === email)
}

/** Signed in, and connected to GitHub with the app installed. Returns the login, and the installation. */
export async function connectMember(world: World) {
  const member = await newMember()
  const login = await newGithubPerson()
  const installed = await github('POST', 'installations', { person: login })
  const { id } = (await installed.json()) as { id: number }
  const { url } = await call('/functions/v1/start-github-connection', {}, member.token)
  const sent = await fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams({ person: login }),
    redirect: 'manual',
  })
  const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code')
  const state = new URL(String(url)).searchParams.get('state')
  await call('/functions/v1/github-app-auth', { code, state }, member.token)
  await offerSession(world, member)

  return { member, login, installation: id }
}

/** Clones the repository with `git`, and counts the commits of its branch. `git fsck` finds nothing wrong with it. */
export async function commitsOf(login: string, name: string): Promise<number> {
  const { host } = new URL(inject('config').githubWebUrl)
  const token = await personalToken(login)
  const folder = mkdtempSync(join(tmpdir(), 'extension-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  git('clone', '--quiet', `http://x-access-token:${token}@${host}/${login}/${name}.git`, '.')
  expect(git('fsck', '--full', '--strict', '--no-dangling', '--no-progress')).toBe('')

  return Number(git('rev-list', '--count', 'HEAD'))
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGithub } from '@app/standins/github'
import { startGoogle } from '@app/standins/google'
import { onTestFinished } from 'vitest'
import { beginAttempt, type SignInAttempt, type SignInProvider } from '#outside/sign-in-provider.ts'
import type { AtEnd } from '#test/fresh-database.ts'

export const REGISTERED = { clientId: 'gitferry-local', clientSecret: 'gitferry-local-secret' }

type GithubOptions = Parameters<typeof startGithub>[0]

/** A GitHub of the test's own. */
export async function openGithub(
  options: Pick<GithubOptions, 'registrations' | 'productUrl'> = {},
  atEnd: AtEnd = onTestFinished,
) {
  const { webUrl, apiUrl, app, standby, close } = await startGithub({
    dataDir: await folder(atEnd),
    ...options,
  })
  atEnd(close)

  return { webUrl, apiUrl, app, standby, ...controlsOf(webUrl) }
}

/** A Google of the test's own. */
export async function openGoogle() {
  const { issuer, close } = await startGoogle({ dataDir: await folder(onTestFinished) })
  onTestFinished(close)

  return { issuer, ...controlsOf(issuer) }
}

/** A sign-in attempt whose callback address need not be served. */
export const newAttempt = (): SignInAttempt =>
  beginAttempt({ state: 'the-state', redirectUri: 'http://127.0.0.1:3000/auth/v1/callback' })

/** Acts as the browser: opens the authorize URL, submits the form, and returns the callback's parameters. */
export async function visit(
  provider: SignInProvider,
  attempt: SignInAttempt,
  form: Record<string, string>,
  extra: Record<string, string> = {},
): Promise<URLSearchParams> {
  const url = await provider.authorizeUrl(attempt, { scopes: [], extra })
  const reply = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

  return new URL(reply.headers.get('location') ?? '').searchParams
}

const controlsOf = (url: string) => ({
  /** Calls the stand-in's control API. */
  control: (method: string, path: string, body: unknown) =>
    fetch(`${url}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1' },
      body: JSON.stringify(body),
    }),
  /** Paths it was asked for, oldest first. */
  async asked(): Promise<string[]> {
    const log = (await (await fetch(`${url}/_control/requests`)).json()) as { path: string }[]
    return log.map(({ path }) => path).reverse()
  },
})

async function folder(atEnd: AtEnd): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'gitferry-providers-'))
  atEnd(() => rm(made, { recursive: true, force: true }))

  return made
}

import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { startGithub } from '#github/app.ts'
import { localApp, type Registration } from '#github/registration.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const CALLBACK = 'http://127.0.0.1:3000/auth/v1/callback'
export const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-xx'
export const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}

type Parameters = Record<string, string>
export type Tokens = { access_token: string; refresh_token: string; error?: string }

type Options = { dataDir?: string; registrations?: Registration[] }

/** A GitHub of the test's own, gone with the test. */
export async function openGithub({ dataDir, registrations }: Options = {}) {
  const folder = dataDir ?? (await temporaryFolder())
  const { webUrl, apiUrl, close } = await startGithub({
    dataDir: folder,
    ...(registrations && { registrations }),
  })
  onTestFinished(close)
  const { clientId, clientSecret } = registrations?.[0] ?? localApp

  const authorizeUrl = (wishes: Parameters = {}) =>
    `${webUrl}/login/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: CALLBACK,
      state: 'the-state',
      ...wishes,
    })}`
  const answer = (form: Parameters, wishes?: Parameters) =>
    post(authorizeUrl(wishes), new URLSearchParams(form))
  const codeFor = async (person: string, wishes?: Parameters) =>
    callbackOf(await answer({ person }, wishes)).get('code') ?? ''
  const exchange = (parameters: Parameters, accept = 'application/json') =>
    post(
      `${webUrl}/login/oauth/access_token`,
      new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...parameters }),
      { accept },
    )
  const tokensFor = async (parameters: Parameters) =>
    (await (await exchange(parameters)).json()) as Tokens

  return {
    webUrl,
    apiUrl,
    dataDir: folder,
    close,
    authorizeUrl,
    answer,
    codeFor,
    exchange,
    tokensFor,
    signIn: async (person: string) => tokensFor({ code: await codeFor(person) }),
    press: (path: string, form: Parameters) => post(webUrl + path, new URLSearchParams(form)),
    page: async (path: string) => (await fetch(webUrl + path)).text(),
    api: (path: string, token?: string, headers: Record<string, string> = {}) =>
      fetch(apiUrl + path, {
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      }),
    control: controlOf(webUrl),
  }
}

/** What a redirect brings to the callback. */
export function callbackOf(reply: Response): URLSearchParams {
  return new URL(reply.headers.get('location') ?? '').searchParams
}

const post = (url: string, body: URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers, redirect: 'manual' })

import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { startGithub } from '#github/app.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const CALLBACK = 'http://127.0.0.1:3000/auth/v1/callback'
export const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-xx'
export const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}

type Parameters = Record<string, string>
type Delivered = {
  guid: string
  event: string
  action: string | null
  payload: Record<string, unknown>
  attempts: { statusCode: number; status: string; url: string }[]
}
export type Tokens = { access_token: string; refresh_token: string; error?: string }

type Options = {
  dataDir?: string
  registrations?: Registration[]
  productUrl?: string
  productApiUrl?: string
}

/** A running GitHub stand-in, closed after the test. */
export async function openGithub({ dataDir, ...options }: Options = {}) {
  const folder = dataDir ?? (await temporaryFolder())
  const { webUrl, apiUrl, app, close } = await startGithub({ dataDir: folder, ...options })
  onTestFinished(close)
  const { clientId, clientSecret } = app

  const authorizeUrl = (inputs: Parameters = {}) =>
    `${webUrl}/login/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: CALLBACK,
      state: 'the-state',
      ...inputs,
    })}`
  const answer = (form: Parameters, inputs?: Parameters) =>
    post(authorizeUrl(inputs), new URLSearchParams(form))
  const codeFor = async (person: string, inputs?: Parameters) =>
    callbackOf(await answer({ person }, inputs)).get('code') ?? ''
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
    app,
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
      fetch(apiUrl + path, { headers: { ...bearer(token), ...headers } }),
    /** Changes something, with a JSON body if there is one. */
    send: (method: string, path: string, token?: string, body?: unknown) =>
      fetch(apiUrl + path, {
        method,
        headers: { ...bearer(token) },
        redirect: 'manual',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    /** Installs the app without a browser. */
    install: async (person: string, inputs: Record<string, unknown> = {}) => {
      const reply = await controlOf(webUrl)('POST', 'installations', { person, ...inputs })
      return ((await reply.json()) as { id: number }).id
    },
    /** A token that a person made for themselves: with `scopes` a classic one, with `permissions` a fine-grained one. */
    personalToken: async (person: string, wanted: Record<string, unknown>) => {
      const reply = await controlOf(webUrl)('POST', `people/${person}/tokens`, wanted)
      return ((await reply.json()) as { token: string }).token
    },
    deliveries: async () =>
      (await (await fetch(`${webUrl}/_control/deliveries`)).json()) as Delivered[],
    control: controlOf(webUrl),
  }
}

/** The parameters that a redirect carries. */
export function callbackOf(reply: Response): URLSearchParams {
  return new URL(reply.headers.get('location') ?? '').searchParams
}

const bearer = (token: string | undefined) =>
  token === undefined ? undefined : { authorization: `Bearer ${token}` }

const post = (url: string, body: URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers, redirect: 'manual' })

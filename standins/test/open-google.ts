import { onTestFinished } from 'vitest'
import { startGoogle } from '#google/app.ts'
import { localClient } from '#google/client.ts'
import { controlOf } from './control-of.ts'
import { CALLBACK, callbackOf } from './open-github.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Parameters = Record<string, string>

export type Answer = {
  access_token: string
  id_token: string
  refresh_token?: string
  error?: string
}

/** A Google of the test's own, gone with the test. */
export async function openGoogle(dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder())
  const { issuer, close } = await startGoogle({ dataDir: folder })
  onTestFinished(close)
  const { clientId: client_id, clientSecret: client_secret } = localClient

  const authorizeUrl = (wishes: Parameters = {}) =>
    `${issuer}/o/oauth2/v2/auth?${new URLSearchParams({
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'the-state',
      ...wishes,
    })}`
  const answer = (form: Parameters, wishes?: Parameters) => post(authorizeUrl(wishes), form)
  const codeFor = async (person: string, wishes?: Parameters) =>
    callbackOf(await answer({ person }, wishes)).get('code') ?? ''
  const exchange = (parameters: Parameters) =>
    post(`${issuer}/token`, {
      client_id,
      client_secret,
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      ...parameters,
    })
  const tokensFor = async (parameters: Parameters) =>
    (await (await exchange(parameters)).json()) as Answer

  return {
    issuer,
    dataDir: folder,
    close,
    authorizeUrl,
    answer,
    codeFor,
    exchange,
    tokensFor,
    signIn: async (person: string, wishes?: Parameters) =>
      tokensFor({ code: await codeFor(person, wishes) }),
    press: (path: string, form: Parameters) => post(issuer + path, form),
    page: async (path: string) => (await fetch(issuer + path)).text(),
    userinfo: (token: string) =>
      fetch(`${issuer}/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } }),
    control: controlOf(issuer),
  }
}

const post = (url: string, form: Parameters) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

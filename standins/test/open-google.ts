import { onTestFinished } from 'vitest'
import { startGoogle } from '#google/app.ts'
import { localClient } from '#google/memory.ts'
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

/** A running Google stand-in, closed after the test. */
export async function openGoogle(dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder())
  const { issuer, close } = await startGoogle({ dataDir: folder })
  onTestFinished(close)
  const { clientId: client_id, clientSecret: client_secret } = localClient

  const authorizeUrl = (inputs: Parameters = {}) =>
    `${issuer}/o/oauth2/v2/auth?${new URLSearchParams({
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'the-state',
      ...inputs,
    })}`
  const answer = (form: Parameters, inputs?: Parameters) => post(authorizeUrl(inputs), form)
  const codeFor = async (person: string, inputs?: Parameters) =>
    callbackOf(await answer({ person }, inputs)).get('code') ?? ''
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
    signIn: async (person: string, inputs?: Parameters) =>
      tokensFor({ code: await codeFor(person, inputs) }),
    press: (path: string, form: Parameters) => post(issuer + path, form),
    page: async (path: string) => (await fetch(issuer + path)).text(),
    control: controlOf(issuer),
  }
}

const post = (url: string, form: Parameters) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

// Over both databases: servers are informed by a notification.

import { type Feature, switchFeature } from '@app/platform/identity/feature-switches.ts'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { startTestServer } from '#test/test-server.ts'

const PUBLISHABLE = 'sb_publishable_of-the-tests-of-switches'
const ENV = {
  PUBLISHABLE_KEY: PUBLISHABLE,
  SITE_URL: 'http://localhost:3000',
  AUTH_SAML_ENABLED: 'true',
  AUTH_OAUTH_SERVER_ENABLED: 'true',
}

test('what an operator switches off is off on every server, also after a restart, until it is on again', async () => {
  const auth = await startAuth({ env: ENV })
  const second = await startTestServer({ db: auth.db, env: ENV })
  const before = [await answersOf(auth.url), await answersOf(second.url)]

  for (const feature of ALL) await switchFeature(auth.db, feature, false)
  await expect.poll(() => answersOf(auth.url)).toEqual(OFF)
  await expect.poll(() => answersOf(second.url)).toEqual(OFF)
  const restarted = await startTestServer({ db: auth.db, env: ENV })
  const afterRestart = await answersOf(restarted.url)
  await switchFeature(auth.db, 'saml', true)

  expect(before).toEqual([ON, ON])
  expect(afterRestart).toEqual(OFF)
  for (const { url } of [auth, second, restarted])
    await expect.poll(() => answersOf(url)).toEqual({ ...OFF, saml: ON.saml })
})

test('of many switches in a row the last one counts, and what comes during a start is not missed', async () => {
  const auth = await startAuth({ env: ENV })
  const starting = startTestServer({ db: auth.db, env: ENV })

  for (let n = 0; n < 20; n++) await switchFeature(auth.db, 'passkeys', n % 2 === 0)
  const second = await starting

  for (const { url } of [auth, second])
    await expect.poll(async () => (await answersOf(url)).passkeys).toEqual(OFF.passkeys)
})

test('a feature that the configuration leaves off stays off', async () => {
  const { url, db } = await startAuth({ env: { ...ENV, AUTH_OAUTH_SERVER_ENABLED: 'false' } })

  await switchFeature(db, 'oauth-server', false)
  await switchFeature(db, 'oauth-server', true)
  await switchFeature(db, 'passkeys', false)

  await expect.poll(async () => (await answersOf(url)).passkeys).toEqual(OFF.passkeys)
  expect((await answersOf(url)).oauth).toEqual(OFF.oauth)
})

const ALL: Feature[] = ['passkeys', 'saml', 'oauth-server']
const ON = { passkeys: [200, true], saml: [200, true], oauth: 200 }
const OFF = { passkeys: [404, false], saml: [404, false], oauth: 404 }

async function answersOf(url: string) {
  const headers = { apikey: PUBLISHABLE, 'content-type': 'application/json' }
  const post = { method: 'POST', headers, body: '{}' }
  const answer = await fetch(`${url}/auth/v1/settings`, { headers })
  const settings = (await answer.json()) as Record<string, unknown>
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, init)).status

  return {
    passkeys: [
      await status('/auth/v1/passkeys/authentication/options', post),
      settings.passkeys_enabled,
    ],
    saml: [await status('/auth/v1/sso/saml/metadata'), settings.saml_enabled],
    oauth: await status('/auth/v1/.well-known/oauth-authorization-server'),
  }
}

import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { openGithubOAuth } from '#outside/github-oauth.ts'
import { newAttempt, openGithub, REGISTERED } from './providers.ts'

const HOUR_MS = 60 * 60 * 1000

test('tokens come with the time of their end, by the clock we are given', async () => {
  const clock = movableClock()
  clock.moveTo(1000 * HOUR_MS)
  const { oauth, code, attempt } = await comeBack(clock)

  const before = clock.now().getTime()
  const tokens = await oauth.exchangeCode(attempt, code)
  const after = clock.now().getTime()

  expect(tokens).toMatchObject({
    accessToken: expect.stringMatching(/^ghu_/),
    refreshToken: expect.stringMatching(/^ghr_/),
  })
  expect(tokens.expiresAt?.getTime()).toBeGreaterThanOrEqual(before + 8 * HOUR_MS)
  expect(tokens.expiresAt?.getTime()).toBeLessThanOrEqual(after + 8 * HOUR_MS)
  expect(tokens.refreshTokenExpiresAt?.getTime()).toBeGreaterThan(before + 183 * 24 * HOUR_MS)
})

test('a pair is renewed once; the old refresh token is refused', async () => {
  const { oauth, code, attempt } = await comeBack()
  const old = await oauth.exchangeCode(attempt, code)

  const renewed = await oauth.refresh(old.refreshToken ?? '')
  const again = oauth.refresh(old.refreshToken ?? '')

  expect(renewed.accessToken).not.toBe(old.accessToken)
  await expect(again).rejects.toMatchObject({
    failure: 'token_refused',
    providerCode: 'bad_refresh_token',
  })
})

test('an app whose tokens do not expire is understood', async () => {
  const { github, oauth, code, attempt } = await comeBack()
  await github.control('POST', 'faults', {
    path: '/login/oauth/access_token',
    status: 200,
    body: { access_token: 'gho_forever', scope: 'user:email', token_type: 'bearer' },
  })

  const tokens = await oauth.exchangeCode(attempt, code)

  expect(tokens).toEqual({
    accessToken: 'gho_forever',
    expiresAt: null,
    refreshToken: null,
    refreshTokenExpiresAt: null,
    scopes: ['user:email'],
  })
})

async function comeBack(clock = movableClock()) {
  const github = await openGithub()
  const oauth = openGithubOAuth({
    webUrl: github.webUrl,
    userAgent: 'test',
    ...REGISTERED,
    limitMs: 10_000,
    clock,
  })
  const attempt = newAttempt()
  const reply = await fetch(oauth.authorizeUrl(attempt, {}), {
    method: 'POST',
    body: new URLSearchParams({ person: 'mia-torres' }),
    redirect: 'manual',
  })
  const code = new URL(reply.headers.get('location') ?? '').searchParams.get('code') ?? ''

  return { github, oauth, attempt, code }
}

import { expect, test, vi } from 'vitest'
import { openWorker, until, type World } from './open-worker.ts'
import { call, connectMember, newMember, offerSession, setUpFactor, signIn } from './people.ts'

const DAY_MS = 24 * 60 * 60_000

type Overview = {
  session: { email: string; isEnded: boolean } | null
  github: { state: string }
  signInTrouble: string | null
  isPro: boolean | null
}

const overviewOf = async ({ ask }: World) => (await ask('overview', null)) as Overview

test('ninety-nine wishes for a token are one call', async () => {
  const world = await openWorker()
  await connectMember(world)
  await world.keep('session', { githubToken: null })
  world.network.sent.length = 0

  const tokens = await Promise.all(Array.from({ length: 99 }, () => world.ask('githubToken')))

  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).toEqual(expect.any(String))
  expect(world.network.sentTo('/get-github-token')).toHaveLength(1)
})

test('a second factor that is set up ends the session, and the next sign-in with it is taken', async () => {
  const world = await openWorker()
  const { member } = await connectMember(world)

  const { token: assured } = await setUpFactor(member)
  await world.ask('syncProjects', 'sent')

  expect(await overviewOf(world)).toMatchObject({ session: { isEnded: true } })
  expect(world.seen.badge).toBe('!')
  await offerSession(world, { ...member, token: assured })
  expect(await overviewOf(world)).toMatchObject({
    session: { isEnded: false },
    github: { state: 'connected' },
    signInTrouble: null,
  })
  expect(world.seen.badge).toBe('')
})

test('a sign-in without the second factor is told as that, and replaced by one that has it', async () => {
  const world = await openWorker()
  const member = await newMember()
  const { token: assured } = await setUpFactor(member)

  await offerSession(world, { ...member, token: await signIn(member.email) })
  await world.ask('syncProjects', 'sent')
  expect((await overviewOf(world)).signInTrouble).toBe('second_factor')
  await world.fromSite({ kind: 'siteSession', accessToken: assured })

  await until(async () => (await overviewOf(world)).signInTrouble === null)
  expect(await world.ask('syncProjects', 'sent')).not.toBeNull()
})

test('a clock that jumps costs one renewal, and no session, token or alarm', async () => {
  const world = await openWorker()
  await connectMember(world)
  const start = Date.now()
  const use = async () => {
    world.network.sent.length = 0
    expect(await world.ask('syncProjects', 'sent')).not.toBeNull()
    for (let i = 0; i < 5; i++) expect(await world.ask('githubToken')).toEqual(expect.any(String))
    return {
      renewals: world.network.sentTo('grant_type=refresh_token').length,
      tokens: world.network.sentTo('/get-github-token').length,
    }
  }
  await use()
  vi.useFakeTimers({ toFake: ['Date'] })

  vi.setSystemTime(start + DAY_MS)
  expect(await use()).toEqual({ renewals: 1, tokens: 1 })
  expect(await use()).toEqual({ renewals: 0, tokens: 0 })
  vi.setSystemTime(start - DAY_MS)
  expect(await use()).toEqual({ renewals: 0, tokens: 0 })
  await world.startWorker()
  await until(() => isWithin(world.alarms.get('sync')?.scheduledTime, 6 * 60_000))
  expect((await overviewOf(world)).session?.isEnded).toBe(false)
})

test('what was paid for or connected elsewhere is seen at once by "Check again"', async () => {
  const world = await openWorker()
  await connectMember(world)
  await world.keep('session', { plan: { isPro: true, at: Date.now() } })
  await world.ask('githubToken')
  world.network.sent.length = 0
  expect(await world.ask('isPro', false)).toBe(true)
  await world.ask('overview', null)
  expect(world.network.sent).toEqual([])

  await world.ask('checkAgain')

  expect(await overviewOf(world)).toMatchObject({ github: { state: 'connected' }, isPro: false })
  expect(world.network.sentTo('get_subscription_status')).toHaveLength(1)
  expect(world.network.sentTo('/get-github-token')).toHaveLength(1)
})

const isWithin = (at: number | undefined, ms: number) => at !== undefined && at - Date.now() <= ms

test('an ended session is told once a day to a Pro member who wants it and allows it, and a press leads to the login', async () => {
  const world = await openWorker()
  const member = await newMember()
  await offerSession(world, member)
  await world.keep('session', { plan: { isPro: true, at: Date.now() } })
  await call('/auth/v1/logout?scope=global', {}, member.token)
  await world.ask('syncProjects', 'sent')
  await world.ring('day')
  expect(world.seen.notifications).toEqual([])

  await world.ask('changeAutomatic', { reminds: true })
  await world.ring('day')
  expect(world.seen.notifications).toEqual([])
  await world.grant('notifications')
  await world.grant('https://github.com/*')
  await world.ring('day')
  await world.ring('day')
  expect(world.seen.notifications).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
  await world.ring('day')
  expect(world.seen.notifications).toHaveLength(2)

  const before = world.seen.tabs.length
  await world.events.onNotificationPress.emit('session-ended')
  await until(() => world.seen.tabs.length > before)
  expect(world.seen.tabs.slice(before)).toEqual([expect.stringMatching(/\/login$/)])
  await world.keep('session', { plan: { isPro: false, at: Date.now() } })
  vi.setSystemTime(Date.now() + DAY_MS)
  await world.ring('day')
  expect(world.seen.notifications).toHaveLength(2)
})

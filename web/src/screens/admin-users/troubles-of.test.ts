import type { AdminUserReply } from '@app/contract/admin-users'
import { expect, test } from 'vitest'
import { troublesOf } from './troubles-of.ts'

test('an account without trouble has no list', () => {
  expect(wordsOf({})).toEqual([])
})

test('what keeps somebody out comes before what waits for us', () => {
  const feedback = ['new', 'in_progress', 'answered', 'closed'].map((status) => ({ status }))

  expect(
    wordsOf({
      feedback,
      user: { status: 'banned' },
      github: { health: 'reconnect' },
      projects: [{ state: { state: 'push_failed' } }, { state: { state: 'in_sync' } }],
    }),
  ).toEqual(['banned 1', 'reconnect 1', 'failedPush 1', 'feedback 2'])
})

test('missing and double payments are told from what has ended', () => {
  expect(wordsOf({ subscriptions: [{ status: 'past_due' }, { status: 'active' }] })).toEqual([
    'latePayment 1',
    'twoSubscriptions 2',
  ])
  expect(wordsOf({ subscriptions: [{ status: 'active' }, { status: 'expired' }] })).toEqual([])
})

const wordsOf = (account: object) =>
  troublesOf({
    user: { status: 'active' },
    github: null,
    subscriptions: [],
    projects: [],
    feedback: [],
    ...account,
  } as unknown as AdminUserReply).map(({ words, count }) => `${words.split('.').at(-1)} ${count}`)

import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { figuresPeople } from './figures-people.ts'

type Analytics = {
  total: number
  last_day: string
  lines: { category: string; points: number[] }[]
  totals: { kind: string; name: string; count: number }[]
}

test('feedback is counted by day and category, and by type, status, priority and reason', async () => {
  const { send, ask } = await analyticsPeople()
  await send('bug', 0.1, { priority: 'high' })
  await send('bug', 6.4, { status: 'in_progress' })
  await send('bug', 6.6)
  await send('question', 1, { deleted_at: new Date() })
  await send('uninstall', 1, {
    feedback_type: 'uninstall',
    status: 'closed',
    reasons: ['conflicts', 'performance'],
  })

  const { total, last_day, lines, totals } = await ask(7)

  expect([total, last_day]).toEqual([3, '2031-05-20'])
  expect(lines).toEqual([
    { category: 'bug', points: [1, 0, 0, 0, 0, 0, 1] },
    { category: 'uninstall', points: [0, 0, 0, 0, 0, 1, 0] },
  ])
  expect(totals.map(({ kind, name, count }) => `${kind} ${name} ${count}`)).toEqual([
    'category bug 2',
    'category uninstall 1',
    'priority high 1',
    'priority medium 1',
    'reason conflicts 1',
    'reason performance 1',
    'status closed 1',
    'status in_progress 1',
    'status new 1',
    'type general 2',
    'type uninstall 1',
  ])
})

test('without feedback there is nothing to draw', async () => {
  const { ask } = await analyticsPeople()

  expect(await ask(90)).toMatchObject({ total: 0, lines: [], totals: [] })
})

test('only admins ask for analytics, and only for 7, 30 or 90 days', async () => {
  const { asks, member, admin } = await analyticsPeople()
  const text = 'select public.get_feedback_analytics($1)'

  await expect(asks(member, text, [7])).rejects.toMatchObject({
    message: expect.stringContaining('not_admin'),
  })
  await expect(asks(admin, text, [8])).rejects.toMatchObject({
    message: expect.stringContaining('The period must be 7, 30 or 90 days'),
  })
})

async function analyticsPeople() {
  const people = await figuresPeople()
  const { asks, admin, sql, ago } = people

  return {
    ...people,
    send: (feedback_category: string, daysAgo: number, more = {}) =>
      addRow(sql, 'user_feedback', { feedback_category, created_at: ago(daysAgo), ...more }),
    async ask(days: number): Promise<Analytics> {
      const [row] = await asks<{ reply: Analytics }>(
        admin,
        'select public.get_feedback_analytics($1) as reply',
        [days],
      )
      if (!row) throw new Error('No reply')
      return row.reply
    },
  }
}

import { openLog } from '@app/platform/log/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openEventReader } from '#code-host/events/event-thread.ts'

const MB = 1024 * 1024

test('of large events that wait together, what goes beyond 64 MB is refused at once', async () => {
  const reader = openEventReader(openLog({ level: 'silent' }))
  onTestFinished(() => reader.stop())
  const event = () => ({ body: new Uint8Array(8 * MB), secret: 'a', signature: 'sha256=b' })

  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => reader.check(event())))

  expect(
    answers.map((answer) => ('value' in answer ? answer.value : answer.reason.status)),
  ).toEqual([...Array(8).fill({ kind: 'not_signed' }), 429, 429])
  expect(await reader.check(event())).toEqual({ kind: 'not_signed' })
})

import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { currentRequest, inRequest, withRequestId } from './request-scope.ts'

test('work that overlaps keeps its own id after every wait, also when other work has ended', async () => {
  const seen: unknown[] = []
  const work = (turns: number) => async () => {
    for (let i = 0; i < turns; i++) await turn()
    seen.push(currentRequest())
  }

  await Promise.all([inRequest('longer', work(5)), inRequest('shorter', work(1))])
  await inRequest('later', work(2))

  expect(seen).toEqual(['shorter', 'longer', 'later'])
  expect(currentRequest()).toBeUndefined()
})

test('synchronous work has its id, and the work around it has its own again', async () => {
  const seen: unknown[] = []

  await inRequest('outer', async () => {
    withRequestId('inner', () => seen.push(currentRequest()))
    seen.push(currentRequest())
  })
  withRequestId('alone', () => seen.push(currentRequest()))

  expect(seen).toEqual(['inner', 'outer', 'alone'])
})

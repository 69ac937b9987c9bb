import { expect, onTestFinished, test, vi } from 'vitest'
import { Admission } from './admission.ts'

const OPTIONS = {
  most: 6,
  mostPerCaller: 4,
  waitLimitMs: 60_000,
  mostWaiting: 1000,
  mostWaitingPerCaller: 100,
  pauseFactor: 0,
}

test('one caller has four places, and the fifth request waits for one of them', async () => {
  const gate = new Admission(OPTIONS)

  const first = Array.from({ length: 4 }, () => gate.enter('a'))
  const fifth = gate.enter('a')
  const other = gate.enter('b')
  gate.leave('a')
  await fifth

  expect([...first, other]).toEqual(Array(5).fill(undefined))
  expect(gate.stats()).toEqual({ active: 5, waiting: 0, callers: 2, refused: 0 })
})

test('callers take turns, whoever floods', async () => {
  const gate = new Admission({ ...OPTIONS, most: 1 })
  const served: string[] = []
  const enter = (key: string) => gate.enter(key)?.then(() => void served.push(key))
  void enter('flood')
  const flood = Array.from({ length: 5 }, () => enter('flood'))
  const others = [enter('b'), enter('c')]

  for (const key of ['flood', 'flood', 'b']) {
    gate.leave(key)
    await Promise.resolve()
  }
  await Promise.all(others)

  expect(served).toEqual(['flood', 'b', 'c'])
  expect(flood).toHaveLength(5)
})

test('who would wait behind too many is refused at once', async () => {
  const gate = new Admission({ ...OPTIONS, most: 1, mostWaiting: 2, mostWaitingPerCaller: 1 })
  void gate.enter('a')
  void gate.enter('a')

  await expect(gate.enter('a')).rejects.toMatchObject({ status: 504, code: 'PGRST003' })
  void gate.enter('b')
  await expect(gate.enter('c')).rejects.toMatchObject({ status: 504, code: 'PGRST003' })
  expect(gate.stats()).toEqual({ active: 1, waiting: 2, callers: 2, refused: 2 })
})

test('who waited too long is told so and keeps nobody from a place', async () => {
  const gate = new Admission({ ...OPTIONS, most: 1, waitLimitMs: 1 })
  void gate.enter('a')

  await expect(gate.enter('b')).rejects.toMatchObject({
    status: 504,
    code: 'PGRST003',
    headers: { 'retry-after': expect.stringMatching(/^([1-9]|10)$/) },
  })
  gate.leave('a')

  expect(gate.enter('c')).toBeUndefined()
  expect(gate.stats()).toEqual({ active: 1, waiting: 0, callers: 1, refused: 1 })
})

test('after work that ran out of its time its caller pauses, and nobody else does', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const gate = new Admission({ ...OPTIONS, most: 1, pauseFactor: 4 })
  void gate.enter('slow')
  const again = gate.enter('slow')

  gate.leave('slow', 2_000)
  const other = gate.enter('other')
  gate.leave('other')
  const during = gate.stats()
  await vi.advanceTimersByTimeAsync(8_000)
  await again
  gate.leave('slow')

  expect(other).toBeUndefined()
  expect(during).toEqual({ active: 0, waiting: 1, callers: 1, refused: 0 })
  expect(gate.stats()).toEqual({ active: 0, waiting: 0, callers: 0, refused: 0 })
})

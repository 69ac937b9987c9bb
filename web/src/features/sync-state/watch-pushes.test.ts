// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPushes } from './watch-pushes.ts'

const visibility = vi.spyOn(document, 'visibilityState', 'get')
const online = vi.spyOn(navigator, 'onLine', 'get')

beforeEach(() => {
  vi.useFakeTimers()
  visibility.mockReturnValue('visible')
  online.mockReturnValue(true)
})

afterEach(() => {
  vi.useRealTimers()
})

test('a visible tab asks every 20 s for what is newer than the newest it has seen', async () => {
  const { load, onPushes, stop } = watch([['10:00'], [], ['10:07', '10:05'], []])

  await vi.advanceTimersByTimeAsync(2_000 + 3 * 20_000)
  stop()

  expect(load.mock.calls).toEqual([[null], ['10:00'], ['10:00'], ['10:07']])
  expect(onPushes.mock.calls).toEqual([[[at('10:07'), at('10:05')]]])
})

test('the first push ever is told too', async () => {
  const { onPushes, stop } = watch([[], ['10:00']])

  await vi.advanceTimersByTimeAsync(2_000 + 20_000)
  stop()

  expect(onPushes.mock.calls).toEqual([[[at('10:00')]]])
})

test('a hidden tab does not ask; back in sight it asks at once, but never twice within 15 s', async () => {
  const { load, stop } = watch([])
  await vi.advanceTimersByTimeAsync(2_000)

  show('hidden')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(load).toHaveBeenCalledTimes(1)

  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(2)

  for (let i = 0; i < 5; i += 1) {
    show('hidden')
    show('visible')
  }
  await vi.advanceTimersByTimeAsync(14_999)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(3)
  stop()
})

test('offline it waits for the connection', async () => {
  const { load, stop } = watch([])
  online.mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).not.toHaveBeenCalled()

  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(1)
  stop()
})

test('each failure doubles the pause, up to five minutes; a success ends that', async () => {
  const { load, stop } = watch([])
  load.mockRejectedValue(new Error('502'))
  await vi.advanceTimersByTimeAsync(2_000)

  for (const [pause, calls] of [
    [40_000, 2],
    [80_000, 3],
    [160_000, 4],
    [300_000, 5],
    [300_000, 6],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(load).toHaveBeenCalledTimes(calls - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(load).toHaveBeenCalledTimes(calls)
  }

  load.mockResolvedValue([])
  await vi.advanceTimersByTimeAsync(300_000 + 20_000)
  expect(load).toHaveBeenCalledTimes(8)
  stop()
})

test('a hint is followed at once, and asks again if it comes while one is on its way', async () => {
  const heard: (() => void)[] = []
  const onHint = (listener: () => void) => {
    heard.push(listener)
    return () => heard.pop()
  }
  const { load, onPushes, stop } = watch([['10:00'], ['10:01'], ['10:02']], {
    onHint,
    everyMs: () => 300_000,
  })
  await vi.advanceTimersByTimeAsync(2_000)

  heard[0]?.()
  heard[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(2)
  load.mockImplementationOnce(async () => {
    heard[0]?.()
    return []
  })
  heard[0]?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(load).toHaveBeenCalledTimes(4)

  await vi.advanceTimersByTimeAsync(299_000)
  expect(load).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(load).toHaveBeenCalledTimes(5)
  expect(onPushes.mock.calls).toEqual([[[at('10:01')]], [[at('10:02')]]])
  stop()
  expect(heard).toEqual([])
})

test('after it is stopped nothing is asked or told', async () => {
  const { load, stop } = watch([['10:00'], ['10:01']])
  await vi.advanceTimersByTimeAsync(2_000)

  stop()
  show('visible')
  await vi.advanceTimersByTimeAsync(60_000)

  expect(load).toHaveBeenCalledTimes(1)
})

const at = (created_at: string) => ({ created_at })

function show(state: 'visible' | 'hidden') {
  visibility.mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

function watch(answers: string[][], live: Partial<Parameters<typeof watchPushes>[0]> = {}) {
  const load = vi.fn(async (_after: string | null) => (answers.shift() ?? []).map(at))
  const onPushes = vi.fn()
  const stop = watchPushes({ load, onPushes, seen: { newest: undefined }, ...live })

  return { load, onPushes, stop }
}

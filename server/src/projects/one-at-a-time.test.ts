import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

const tooMany = () => new Error('too many')

test('work of one key waits for the one before it, of another key it does not', async () => {
  const inLine = oneAtATime(5, tooMany)
  const gate = opening<void>()
  const done: string[] = []
  const work = (name: string, before?: Promise<void>) => async () => {
    await before
    done.push(name)
  }

  const first = inLine('a', work('a1', gate.promise))
  const second = inLine('a', work('a2'))
  await inLine('b', work('b1'))
  gate.resolve()
  await Promise.all([first, second])

  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('only so many wait, and one that failed leaves its place to the next', async () => {
  const inLine = oneAtATime(1, tooMany)
  const gate = opening<never>()

  const failing = inLine('a', () => gate.promise)
  const waiting = inLine('a', async () => 'done')
  await expect(inLine('a', async () => 'never')).rejects.toThrow('too many')
  gate.reject(new Error('failed'))

  await expect(failing).rejects.toThrow('failed')
  expect(await waiting).toBe('done')
  expect(await inLine('a', async () => 'again')).toBe('again')
})

function opening<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })

  return { promise, resolve, reject }
}

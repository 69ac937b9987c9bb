import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '#db/folder-lock.ts'
import { runLocker } from '#test/programs/run-locker.ts'

const STARTERS = 5

test('of several starters at one moment exactly one gets the folder', async () => {
  const folder = newFolder()
  const starters = await someLockers(folder)

  const said = await Promise.all(starters.map(({ lock }) => lock()))

  expect(said.filter((line) => line === 'held')).toHaveLength(1)
  expect(said.filter((line) => line.includes('is in use by process'))).toHaveLength(STARTERS - 1)
})

test('of several starters over a dead holder’s lock exactly one gets the folder', async () => {
  const folder = newFolder()
  const holder = await runLocker(folder)
  await holder.lock()
  const starters = await someLockers(folder)
  await holder.kill()

  const said = await Promise.all(starters.map(({ lock }) => lock()))

  expect(said.filter((line) => line === 'held')).toHaveLength(1)
})

test('a starter that is killed while it takes over blocks nobody', async () => {
  const folder = newFolder()
  const holder = await runLocker(folder)
  await holder.lock()
  await holder.kill()
  const starters = await someLockers(folder)

  await Promise.all(
    starters.map((one) => {
      one.begin()
      return one.kill()
    }),
  )
  const last = await runLocker(folder)

  expect(await last.lock()).toBe('held')
})

test.each([
  ['a half written lock', (locks: string) => writeFileSync(join(locks, '7.json'), '{"pid":')],
  [
    'a draft of a dead process',
    (locks: string) => writeFileSync(join(locks, '999999-x.draft'), ''),
  ],
  ['a released lock', (locks: string) => writeFileSync(join(locks, '7.json'), '{}')],
])('%s is taken over and cleared away', (_what, leave) => {
  const folder = newFolder()
  const locks = join(folder, 'lock')
  mkdirSync(locks)
  leave(locks)

  const release = lockFolder(folder)

  expect(readdirSync(locks)).toHaveLength(1)
  release()
})

test('the lock of an older version counts, and what its takers left behind does not', () => {
  const folder = newFolder()
  const own = lockFolder(newFolder())
  mkdirSync(join(folder, 'lock.taking'))
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.pid, started: 'never' }))

  const release = lockFolder(folder)

  expect(readdirSync(folder)).not.toContain('lock.json')
  release()
  own()
})

test('a slow starter that finds a higher number beside its own does not disturb the holder', async () => {
  const folder = newFolder()
  const holder = await runLocker(folder)
  await holder.lock()
  writeFileSync(join(folder, 'lock', '0.json'), '{}')

  const slow = await runLocker(folder)

  expect(await slow.lock()).toContain(`is in use by process ${holder.pid}`)
  expect(readdirSync(join(folder, 'lock'))).toContain('1.json')
})

test('starters that come and go never hold the folder together', async () => {
  const folder = newFolder()
  const said: string[] = []

  for (let round = 0; round < 3; round++) {
    const starters = await Promise.all(
      Array.from({ length: STARTERS }, (_, i) => runLocker(folder, i < 3 ? 'release' : 'hold')),
    )
    said.push(...(await Promise.all(starters.map(({ lock }) => lock()))))
    const holders = starters.slice(3)
    const held = said.slice(-2).filter((line) => line === 'held').length
    expect(held).toBeLessThanOrEqual(1)
    for (const one of holders) await one.kill()
  }

  expect(said.filter((line) => line === 'held').length).toBeGreaterThanOrEqual(3)
})

const someLockers = (folder: string) =>
  Promise.all(Array.from({ length: STARTERS }, () => runLocker(folder)))

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}

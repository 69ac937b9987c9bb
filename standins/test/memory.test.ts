import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMemory } from '#runtime/memory.ts'
import { openShelf } from '#runtime/record-store.ts'
import { openTill } from './example-standin.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('what a stand-in remembers is there after a restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await openTill(dataDir)
  await before.pay(5)
  await before.close()

  const after = await openTill(dataDir)

  expect(await after.total()).toBe(5)
})

test('changes made at the same moment are all remembered', async () => {
  const dataDir = await temporaryFolder()
  const before = await openTill(dataDir)

  await Promise.all(Array.from({ length: 100 }, () => before.pay(1)))
  await before.close()

  expect(await (await openTill(dataDir)).total()).toBe(100)
})

test('a memory that was damaged on the disk is put aside, and the stand-in starts', async () => {
  const dataDir = await temporaryFolder()
  const folder = join(dataDir, 'standins', 'till')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'till.json'), '{"total":')

  const till = await openTill(dataDir)

  expect(await till.total()).toBe(0)
  expect(await readdir(folder)).toContain('till.json.unreadable')
})

test('what a killed process was still writing is cleared away', async () => {
  const dataDir = await temporaryFolder()
  const folder = join(dataDir, 'standins', 'till')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'till.json'), '{"total":7}')
  await writeFile(join(folder, 'till.json.1.draft'), '{"tot')

  const till = await openTill(dataDir)

  expect(await till.total()).toBe(7)
  expect(await readdir(folder)).toEqual(['till.json'])
})

test('a field that an older version did not know has its first value', async () => {
  const file = join(await temporaryFolder(), 'memory.json')
  await writeFile(file, '{"old":"kept"}')

  const memory = openMemory(file, () => ({ old: '', added: 'fresh' }))

  expect(memory.state).toEqual({ old: 'kept', added: 'fresh' })
})

test('a thing that is removed while it is being changed stays removed', async () => {
  const folder = await temporaryFolder()
  const shelf = openShelf<{ id: string; colour: string }>(folder)
  await shelf.put({ id: 'cup', colour: 'white' })

  await Promise.all([
    shelf.change('cup', (cup) => ({ ...cup, colour: 'blue' })),
    shelf.remove('cup'),
    shelf.change('cup', (cup) => ({ ...cup, colour: 'green' })),
  ])

  expect(shelf.all()).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

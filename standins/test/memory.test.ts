import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMemory, openRecordStore } from '#runtime/memory.ts'
import { openExample } from './example-standin.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('state survives a restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await openExample(dataDir)
  await before.pay(5)
  await before.close()

  const after = await openExample(dataDir)

  expect(await after.total()).toBe(5)
})

test('concurrent changes are all saved', async () => {
  const dataDir = await temporaryFolder()
  const before = await openExample(dataDir)

  await Promise.all(Array.from({ length: 100 }, () => before.pay(1)))
  await before.close()

  expect(await (await openExample(dataDir)).total()).toBe(100)
})

test('a damaged state file is moved aside, and the stand-in starts', async () => {
  const dataDir = await temporaryFolder()
  const folder = join(dataDir, 'standins', 'example')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'example.json'), '{"total":')

  const example = await openExample(dataDir)

  expect(await example.total()).toBe(0)
  expect(await readdir(folder)).toContain('example.json.unreadable')
})

test('drafts of a killed process are removed', async () => {
  const dataDir = await temporaryFolder()
  const folder = join(dataDir, 'standins', 'example')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'example.json'), '{"total":7}')
  await writeFile(join(folder, 'example.json.1.draft'), '{"tot')

  const example = await openExample(dataDir)

  expect(await example.total()).toBe(7)
  expect(await readdir(folder)).toEqual(['example.json'])
})

test('a field that an older version did not write has its default', async () => {
  const file = join(await temporaryFolder(), 'memory.json')
  await writeFile(file, '{"old":"kept"}')

  const memory = openMemory(file, () => ({ old: '', added: 'fresh' }))

  expect(memory.state).toEqual({ old: 'kept', added: 'fresh' })
})

test('a record that is removed while it is being changed stays removed', async () => {
  const folder = await temporaryFolder()
  const records = openRecordStore<{ id: string; colour: string }>(folder)
  await records.put({ id: 'cup', colour: 'white' })

  await Promise.all([
    records.change('cup', (cup) => ({ ...cup, colour: 'blue' })),
    records.remove('cup'),
    records.change('cup', (cup) => ({ ...cup, colour: 'green' })),
  ])

  expect(records.all()).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

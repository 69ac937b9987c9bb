import { blobName } from '@app/sync/blob-name'
import type { PulledChange } from '@app/sync/pull'
import { expect, test } from 'vitest'
import { Builder } from './builder.ts'
import type { ProjectDatabase, VirtualProject } from './project-database.ts'
import { encodeUtf8, type VirtualFile } from './virtual-file.ts'

const TARGET = { owner: 'ada', name: 'tides', branch: 'main' }

test('"Undo" after a switch brings a file back into the project that it was deleted from', async () => {
  const { builder, database } = await opened({ first: { 'a.txt': '1' }, second: {} })
  builder.put('first', new Map([['a.txt', null]]))
  await builder.choose('second')

  builder.put('first', new Map([['a.txt', file('a.txt', '1')]]))
  await builder.flush()

  expect(database.texts()).toEqual({ first: { 'a.txt': '1' }, second: {} })
  expect(shown(builder)).toEqual({})
})

test('typed text that finds no space stays with its project when another one is opened', async () => {
  const { builder, database } = await opened({ first: { 'a.txt': '1' }, second: { 'b.txt': '1' } })
  database.isFull = true
  builder.put('first', new Map([['a.txt', file('a.txt', 'typed')]]), true)

  await builder.choose('second')
  await builder.flush()
  expect(builder.store.get().failure).toBe('full')
  await builder.choose('first')
  expect(shown(builder)).toEqual({ 'a.txt': 'typed' })
  await builder.choose('second')
  database.isFull = false
  await builder.flush()

  expect(database.texts()).toEqual({ first: { 'a.txt': 'typed' }, second: { 'b.txt': '1' } })
  expect(builder.store.get().failure).toBeNull()
})

test('the project that was asked for last is shown, whichever is read first', async () => {
  const { builder, database } = await opened({ first: {}, second: { 'b.txt': '1' }, third: {} })
  const letGo = database.holdReads('second')

  const choosing = builder.choose('second')
  await builder.choose('third')
  letGo()
  await choosing

  expect(builder.store.get().current?.id).toBe('third')
  expect(shown(builder)).toEqual({})
})

test('a project that is removed leaves another one on display that was opened meanwhile', async () => {
  const { builder, database } = await opened({ first: {}, second: { 'b.txt': '1' }, third: {} })
  const [first, , third] = builder.store.get().projects as VirtualProject[]
  const letGo = database.holdWrites()

  const removing = builder.remove(first as VirtualProject)
  await builder.choose('second')
  letGo()
  await removing
  await builder.remove(third as VirtualProject)

  expect(builder.store.get().current?.id).toBe('second')
  expect(shown(builder)).toEqual({ 'b.txt': '1' })
})

test('files that replace those of a project are stored there, and do not bring it back on display', async () => {
  const { builder, database } = await opened({ first: { 'a.txt': '1' }, second: { 'b.txt': '1' } })
  const letGo = database.holdWrites()

  const replacing = builder.replaceFiles('first', [file('c.txt', '2')])
  await builder.choose('second')
  letGo()
  await replacing

  expect(database.texts()).toEqual({ first: { 'c.txt': '2' }, second: { 'b.txt': '1' } })
  expect(shown(builder)).toEqual({ 'b.txt': '1' })
})

test('a push that ends while files are replaced, or after a switch, links its own project', async () => {
  const { builder, database } = await opened({ first: { 'a.txt': '1' }, second: {} })
  const letGo = database.holdWrites()
  const replacing = builder.replaceFiles('first', [file('a.txt', '2')])
  const linking = builder.update('first', { target: TARGET })
  letGo()
  await Promise.all([replacing, linking])
  await builder.choose('second')
  builder.put('first', new Map([['a.txt', file('a.txt', '3')]]))
  await builder.flush()

  expect(builder.store.get().projects.map(({ id, target }) => [id, target])).toEqual([
    ['first', TARGET],
    ['second', null],
  ])
  expect(database.targets()).toEqual({ first: TARGET, second: null })
})

test('a pull is written as a whole', async () => {
  const { builder, database } = await opened({
    first: { 'a.txt': '1', 'b.txt': '1', 'c.txt': '1' },
  })

  await builder.pull('first', await fromGithub({ 'a.txt': ['1', '2'], 'b.txt': ['1', null] }))

  expect(database.texts()).toEqual({ first: { 'a.txt': '2', 'c.txt': '1' } })
  expect(shown(builder)).toEqual({ 'a.txt': '2', 'c.txt': '1' })
})

test('what is typed while a pull is written is typed on top of it, and stays', async () => {
  const { builder, database } = await opened({ first: { 'a.txt': '1', 'b.txt': '1' } })
  const changes = await fromGithub({ 'a.txt': ['1', '2'] })
  const letGo = database.holdWrites()

  const pulling = builder.pull('first', changes)
  await expect.poll(() => shown(builder)['a.txt']).toBe('2')
  const typed = { 'a.txt': '2 and typed', 'b.txt': 'typed' }
  for (const [path, text] of Object.entries(typed)) {
    builder.put('first', new Map([[path, file(path, text)]]), true)
  }
  letGo()
  await pulling
  await builder.flush()

  expect(shown(builder)).toEqual(typed)
  expect(database.texts()).toEqual({ first: typed })
})

test('a pull that finds no space is taken back, and what was typed meanwhile stays', async () => {
  const { builder, database } = await opened({
    first: { 'a.txt': '1', 'b.txt': '1', 'c.txt': '1', 'd.txt': '1' },
  })
  const changes = await fromGithub({
    'a.txt': ['1', '2'],
    'b.txt': ['1', '2'],
    'c.txt': ['1', null],
    'new.txt': [null, '2'],
  })
  database.isFull = true
  const letGo = database.holdWrites()

  const pulling = builder.pull('first', changes)
  await expect.poll(() => shown(builder)['a.txt']).toBe('2')
  for (const path of ['b.txt', 'd.txt']) {
    builder.put('first', new Map([[path, file(path, 'typed')]]), true)
  }
  letGo()

  await expect(pulling).rejects.toThrow('could not be stored')
  const kept = { 'a.txt': '1', 'b.txt': 'typed', 'c.txt': '1', 'd.txt': 'typed' }
  expect(shown(builder)).toEqual(kept)
  expect(builder.store.get().failure).toBe('full')
  database.isFull = false
  await builder.flush()
  expect(database.texts()).toEqual({ first: kept })
  expect(builder.store.get().failure).toBeNull()
})

test.each([
  ['a switch', '1', (builder: Builder) => builder.choose('second')],
  [
    'an edit of its file',
    'typed',
    async (builder: Builder) =>
      builder.put('first', new Map([['a.txt', file('a.txt', 'typed')]]), true),
  ],
])('a pull that meets %s writes nothing', async (_what, left, meanwhile) => {
  const { builder, database } = await opened({
    first: { 'a.txt': '1', 'b.txt': '1' },
    second: { 'a.txt': '1', 'b.txt': '1' },
  })
  const changes = await fromGithub({ 'a.txt': ['1', '2'], 'b.txt': ['1', '2'] })

  const pulling = builder.pull('first', changes)
  await Promise.all([
    expect(pulling).rejects.toMatchObject({ code: 'contents_missing' }),
    meanwhile(builder),
  ])
  await builder.flush()

  expect(database.texts()).toEqual({
    first: { 'a.txt': left, 'b.txt': '1' },
    second: { 'a.txt': '1', 'b.txt': '1' },
  })
})

type Texts = Record<string, Record<string, string>>

/** The first project is open. */
async function opened(projects: Texts) {
  const database = playedDatabase(projects)
  const builder = new Builder(async () => database)
  await builder.start()

  return { builder, database }
}

/** A browser's storage: each write is whole or not at all. */
function playedDatabase(texts: Texts) {
  const projects = new Map<string, VirtualProject>()
  const files = new Map<string, Map<string, VirtualFile>>()
  let writable = Promise.resolve()
  const readable = new Map<string, Promise<void>>()
  for (const [at, [id, own]] of Object.entries(texts).entries()) {
    projects.set(id, { id, name: id, target: null, changedAt: -at })
    files.set(id, new Map(Object.entries(own).map(([path, text]) => [path, file(path, text)])))
  }
  const write = async (work: () => void) => {
    await writable
    if (database.isFull) throw new DOMException('full', 'QuotaExceededError')
    work()
  }
  const hold = (): [Promise<void>, () => void] => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    return [held, letGo]
  }
  const database = {
    isFull: false,
    holdWrites() {
      const [held, letGo] = hold()
      writable = held
      return letGo
    },
    holdReads(id: string) {
      const [held, letGo] = hold()
      readable.set(id, held)
      return letGo
    },
    texts: (): Texts =>
      Object.fromEntries([...files].map(([id, own]) => [id, textsOf([...own.values()])])),
    targets: () => Object.fromEntries([...projects].map(([id, { target }]) => [id, target])),

    list: async () => [...projects.values()],
    async files(id: string) {
      const found = [...(files.get(id)?.values() ?? [])]
      await readable.get(id)
      return found
    },
    save: (project, changes = new Map()) =>
      write(() => {
        projects.set(project.id, project)
        const own = files.get(project.id) ?? new Map()
        files.set(project.id, own)
        for (const [path, one] of changes) {
          if (one) own.set(path, one)
          else own.delete(path)
        }
      }),
    replaceFiles: (project, next) =>
      write(() => {
        projects.set(project.id, project)
        files.set(project.id, new Map(next.map((one) => [one.path, one])))
      }),
    remove: (id) =>
      write(() => {
        projects.delete(id)
        files.delete(id)
      }),
    close: () => {},
  } satisfies ProjectDatabase & Record<string, unknown>

  return database
}

/** Path → what the project had, and what GitHub has. */
const fromGithub = (changes: Record<string, [string | null, string | null]>) =>
  Promise.all(
    Object.entries(changes).map(
      async ([path, [before, after]]): Promise<PulledChange> => ({
        path,
        kind: before === null ? 'added' : after === null ? 'deleted' : 'changed',
        before: before === null ? null : await blobName(encodeUtf8(before)),
        file: after === null ? null : file(path, after),
      }),
    ),
  )

const file = (path: string, text: string): VirtualFile => ({
  path,
  bytes: encodeUtf8(text),
  mode: '100644',
})

const textsOf = (files: Iterable<VirtualFile>) =>
  Object.fromEntries([...files].map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]))

const shown = (builder: Builder) => textsOf(builder.store.get().files.values())

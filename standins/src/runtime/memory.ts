import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Memory<State> = ReturnType<typeof openMemory<State & object>>

/**
 * State kept in one JSON file. Fields that an older version did not write come from `fresh`, which a reset calls with the old state.
 */
export function openMemory<State extends object>(file: string, fresh: (before?: State) => State) {
  let state: State = { ...fresh(), ...readJson<State>(file) }
  const { run: save, settled } = sharedRuns(() => replaceFile(file, JSON.stringify(state)))

  return {
    /** Change it only inside `change`, otherwise the change is not saved. */
    get state() {
      return state
    },
    /** Changes the state immediately and resolves when it is saved. */
    async change<Result>(work: (state: State) => Result): Promise<Result> {
      const result = work(state)
      await save()
      return result
    },
    async reset() {
      state = fresh(state)
      await save()
    },
    close: settled,
  }
}

/** Moves an unreadable file aside, so that it cannot prevent a stand-in from starting. */
export function readJson<Content>(file: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content
  } catch (error) {
    if (error instanceof SyntaxError) renameSync(file, `${file}.unreadable`)
    else if (!isMissing(error)) throw error
    return undefined
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Calls during a run share the next run, so a hundred changes cost two writes. */
function sharedRuns(work: () => Promise<void>) {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = () => {
    next = undefined
    current = work().finally(() => {
      current = undefined
    })
    return current
  }

  return {
    run(): Promise<void> {
      if (!current) return start()
      next ??= current.then(start, start)
      return next
    },
    settled: async () => {
      await (next ?? current)
    },
  }
}

const DRAFT = '.draft'

/**
 * A reader sees either the old or the new content, even if the process is killed. No fsync, because a stand-in's data is not worth the
 * wait.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`

  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, path)
}

/** Removes the drafts that a killed process left behind. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })

  await Promise.all(
    names.filter((name) => name.endsWith(DRAFT)).map((name) => rm(join(folder, name))),
  )
}

export type Stored = { id: string }

/** One file for each record, so that changing one among thousands stays cheap. All of them are cached in RAM. */
export function openRecordStore<T extends Stored>(folder: string) {
  const records = new Map<string, T>()
  const queue = openQueue()
  const fileOf = (id: string) => join(folder, `${id}.json`)
  let ordered: T[] | undefined

  for (const record of readAll<T>(folder)) records.set(record.id, record)

  const store = async (record: T) => {
    await replaceFile(fileOf(record.id), JSON.stringify(record))
    records.set(record.id, record)
    ordered = undefined
  }
  const remove = (id: string) =>
    queue.run(async () => {
      records.delete(id)
      ordered = undefined
      await rm(fileOf(id), { force: true })
    })

  return {
    /** In the order of their ids. */
    all(): readonly T[] {
      ordered ??= [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
      return ordered
    },
    get: (id: string) => records.get(id),
    /** Resolves when the record is saved; readers see it from then on. */
    put: (record: T) => queue.run(() => store(record)),
    /** Saves the changed record, unless it was removed in the meantime. */
    change: (id: string, work: (record: T) => T) =>
      queue.run(async () => {
        const record = records.get(id)
        if (record) await store(work(record))
      }),
    remove,
    reset: () => Promise.all([...records.keys()].map(remove)),
    close: queue.close,
  }
}

function readAll<T>(folder: string): T[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<T>(join(folder, name)) ?? [])
}

/** Runs work one after the other, in the order in which it came. */
export function openQueue() {
  let last = Promise.resolve()

  return {
    run(work: () => Promise<void>): Promise<void> {
      last = last.then(work, work)
      return last
    },
    close: () => last.catch(() => undefined),
  }
}

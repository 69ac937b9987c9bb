import { mkdirSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readJson, replaceFile } from './memory.ts'

type Stored = { id: string }

/** One file for each record, so that changing one among thousands stays cheap. All of them are cached in RAM. */
export type RecordStore<T extends Stored> = {
  /** In the order of their ids. */
  all(): readonly T[]
  get(id: string): T | undefined
  /** Resolves when the record is saved; readers see it from then on. */
  put(record: T): Promise<void>
  /** Saves the changed record, unless it was removed in the meantime. */
  change(id: string, work: (record: T) => T): Promise<void>
  remove(id: string): Promise<void>
  close(): Promise<void>
}

export function openRecordStore<T extends Stored>(folder: string): RecordStore<T> {
  const records = new Map<string, T>()
  const queue = queueById()
  const fileOf = (id: string) => join(folder, `${id}.json`)
  let ordered: T[] | undefined

  for (const record of readAll<T>(folder)) records.set(record.id, record)

  const store = async (record: T) => {
    await replaceFile(fileOf(record.id), JSON.stringify(record))
    records.set(record.id, record)
    ordered = undefined
  }

  return {
    all() {
      ordered ??= [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
      return ordered
    },
    get: (id) => records.get(id),
    put: (record) => queue.run(record.id, () => store(record)),
    change: (id, work) =>
      queue.run(id, async () => {
        const record = records.get(id)
        if (record) await store(work(record))
      }),
    remove: (id) =>
      queue.run(id, async () => {
        records.delete(id)
        ordered = undefined
        await rm(fileOf(id), { force: true })
      }),
    close: queue.idle,
  }
}

function readAll<T>(folder: string): T[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<T>(join(folder, name)) ?? [])
}

/** Serializes work on the same id: a removal is never undone by an earlier write. */
function queueById() {
  const last = new Map<string, Promise<void>>()

  return {
    run(id: string, work: () => Promise<void>): Promise<void> {
      const result = (last.get(id) ?? Promise.resolve()).then(work, work)
      const settled = result
        .catch(() => undefined)
        .then(() => {
          if (last.get(id) === settled) last.delete(id)
        })
      last.set(id, settled)

      return result
    },
    idle: async () => {
      await Promise.all(last.values())
    },
  }
}

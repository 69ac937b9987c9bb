import { mkdirSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './atomic-file.ts'
import { readJson } from './memory.ts'

type Thing = { id: string }

/** One file for each thing, so that changing one among thousands stays cheap. All of them are in memory, too. */
export type Shelf<T extends Thing> = {
  /** In the order of their ids. */
  all(): readonly T[]
  get(id: string): T | undefined
  /** Resolves when the thing is in its file; only then do others see it. */
  put(thing: T): Promise<void>
  /** Puts back the changed thing, unless it was removed meanwhile. */
  change(id: string, work: (thing: T) => T): Promise<void>
  remove(id: string): Promise<void>
  close(): Promise<void>
}

export function openShelf<T extends Thing>(folder: string): Shelf<T> {
  const things = new Map<string, T>()
  const inTurn = turnTaking()
  const fileOf = (id: string) => join(folder, `${id}.json`)
  let ordered: T[] | undefined

  for (const thing of readAll<T>(folder)) things.set(thing.id, thing)

  const store = async (thing: T) => {
    await replaceFile(fileOf(thing.id), JSON.stringify(thing))
    things.set(thing.id, thing)
    ordered = undefined
  }

  return {
    all() {
      ordered ??= [...things.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
      return ordered
    },
    get: (id) => things.get(id),
    put: (thing) => inTurn.take(thing.id, () => store(thing)),
    change: (id, work) =>
      inTurn.take(id, async () => {
        const thing = things.get(id)
        if (thing) await store(work(thing))
      }),
    remove: (id) =>
      inTurn.take(id, async () => {
        things.delete(id)
        ordered = undefined
        await rm(fileOf(id), { force: true })
      }),
    close: inTurn.over,
  }
}

function readAll<T>(folder: string): T[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<T>(join(folder, name)) ?? [])
}

/** Two works on the same id never overtake each other: what was removed last stays removed. */
function turnTaking() {
  const last = new Map<string, Promise<void>>()

  return {
    take(id: string, work: () => Promise<void>): Promise<void> {
      const mine = (last.get(id) ?? Promise.resolve()).then(work, work)
      const settled = mine
        .catch(() => undefined)
        .then(() => {
          if (last.get(id) === settled) last.delete(id)
        })
      last.set(id, settled)

      return mine
    },
    over: async () => {
      await Promise.all(last.values())
    },
  }
}

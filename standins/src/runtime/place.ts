import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { openMemory, openRecordStore, type Stored } from './memory.ts'

/** State that is reset and closed together with the rest of its stand-in. */
type Part = { reset?(): Promise<unknown>; close?(): Promise<unknown> }

export type Place = ReturnType<typeof openPlace>

/** A stand-in's folder, and all state that was opened in it. */
export function openPlace(folder: string, clock: Clock) {
  const parts: Part[] = []
  const keep = <One extends Part>(part: One): One => {
    parts.push(part)
    return part
  }

  return {
    folder,
    clock,
    keep,
    open: <State extends object>(name: string, fresh: (before?: State) => State) =>
      keep(openMemory<State>(join(folder, name), fresh)),
    openRecords: <T extends Stored>(name: string) => keep(openRecordStore<T>(join(folder, name))),
    async reset() {
      await Promise.all(parts.map((part) => part.reset?.()))
    },
    /** The newest first: what was opened later may still write into what was opened before. */
    async close() {
      for (const part of parts.toReversed()) await part.close?.()
    },
  }
}

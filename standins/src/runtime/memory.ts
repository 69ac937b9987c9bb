import { readFileSync, renameSync } from 'node:fs'
import { replaceFile } from './atomic-file.ts'

/** What every persisted state can do. */
export type Remembered = { reset(): Promise<void>; close(): Promise<void> }

export type Memory<State> = Remembered & {
  /** The current state. Change it inside `change` only, or the change is not saved. */
  readonly state: State
  /** Changes the state at once and resolves when the change is in the file. */
  change<Result>(work: (state: State) => Result): Promise<Result>
}

/**
 * State kept in one JSON file. Fields that an older version did not write come from `fresh`, which a reset calls with
 * the state it replaces.
 */
export function openMemory<State extends object>(
  file: string,
  fresh: (before?: State) => State,
): Memory<State> {
  let state: State = { ...fresh(), ...readJson<State>(file) }
  const { run: save, settled } = sharedRuns(() => replaceFile(file, JSON.stringify(state)))

  return {
    get state() {
      return state
    },
    async change(work) {
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

/** An unreadable file is moved aside, so that a damaged file never keeps a stand-in from starting. */
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

/** Calls during a run share the next run: a hundred changes cost two writes. */
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

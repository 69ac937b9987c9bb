import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The functions of every persisted state. */
export type Remembered = { reset(): Promise<void>; close(): Promise<void> }

export type Memory<State> = Remembered & {
  /** The current state. Change it only inside `change`, otherwise the change is not saved. */
  readonly state: State
  /** Changes the state immediately and resolves when it is saved. */
  change<Result>(work: (state: State) => Result): Promise<Result>
}

/**
 * State kept in one JSON file. Fields that an older version did not write come from `fresh`, which a reset calls with the old state.
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

import type { PulledChange } from '@app/sync/pull'
import { SyncError } from '@app/sync/sync-error'
import { createStore } from '#api/session/store.ts'
import type { FileChanges, ProjectDatabase, VirtualProject } from './project-database.ts'
import type { Files, VirtualFile } from './virtual-file.ts'

export type StorageFailure = 'full' | 'refused'

export type BuilderState = {
  status: 'opening' | 'ready'
  projects: readonly VirtualProject[]
  current: VirtualProject | null
  files: Files
  /** Changes with every change of a file or of the project. */
  version: number
  /** Null while everything is saved. */
  failure: StorageFailure | null
}

/** Typed text is saved with this delay. */
const SAVE_AFTER_MS = 400

/**
 * One member's virtual builder. It shows the state in memory; the database is updated afterwards. Every change names its project, because
 * the user may have opened another one in the meantime.
 */
export class Builder {
  readonly store = createStore<BuilderState>({
    status: 'opening',
    projects: [],
    current: null,
    files: new Map(),
    version: 0,
    failure: null,
  })
  readonly #open: () => Promise<ProjectDatabase>
  /** Unsaved changes, by project. */
  readonly #pending = new Map<string, Map<string, VirtualFile | null>>()
  #database: ProjectDatabase | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The project that was requested last. */
  #wanted: string | null = null

  constructor(open: () => Promise<ProjectDatabase>) {
    this.#open = open
  }

  async start(): Promise<void> {
    const isOpen = await this.#store(async () => {
      this.#database = await this.#open()
      this.#change({ projects: newestFirst(await this.#database.list()) })
    })
    this.#change({ status: 'ready' })
    const [first] = this.store.get().projects
    if (first) await this.choose(first.id)
    else if (isOpen) await this.#plant()
  }

  async #plant(): Promise<void> {
    const { tidePlanner } = await import('./tide-planner.ts')
    await this.create('Tide planner', tidePlanner())
  }

  async choose(id: string): Promise<void> {
    this.#wanted = id
    void this.flush()
    const files = await this.#filesOf(id)
    const project = this.#find(id)
    if (this.#wanted !== id) return
    if (project && files) this.#change({ current: project, files })
    else this.#wanted = this.#shownId()
  }

  /** Returns whether it was stored; without enough storage nothing changes. */
  async create(
    name: string,
    files: readonly VirtualFile[],
    known: Partial<VirtualProject> = {},
  ): Promise<boolean> {
    const project = { id: newId(), name, target: null, changedAt: Date.now(), ...known }
    this.#wanted = project.id
    void this.flush()
    const isStored = await this.#store((database) => database.replaceFiles(project, files))
    if (!isStored) {
      this.#wanted = this.#shownId()
      return false
    }
    this.#change({ projects: newestFirst([project, ...this.store.get().projects]) })
    if (this.#wanted === project.id) this.#change({ current: project, files: byPath(files) })
    return true
  }

  /** Returns whether it was stored; without enough storage the project stays unchanged. */
  async replaceFiles(id: string, files: readonly VirtualFile[]): Promise<boolean> {
    const before = await this.#filesOf(id)

    return before !== null && this.#putWhole(id, before, byPath(files))
  }

  /** Writes all changes from GitHub or none; throws if the project changed since the comparison. */
  async pull(id: string, changes: readonly PulledChange[]): Promise<void> {
    const { applyPull } = await import('@app/sync/apply-pull')
    const before = this.store.get().files
    const next = byPath(await applyPull([...before.values()], changes))
    const { current, files } = this.store.get()
    if (current?.id !== id || files !== before) {
      throw new SyncError('contents_missing', { path: changes[0]?.path ?? '' })
    }
    if (!(await this.#putWhole(id, before, next)))
      throw new Error('the project could not be stored')
  }

  /** Changes files of a project; typed text is debounced. */
  put(id: string, changes: FileChanges, isTyped = false): void {
    if (!this.#apply(id, changes)) return
    clearTimeout(this.#timer)
    if (isTyped) this.#timer = setTimeout(() => void this.flush(), SAVE_AFTER_MS)
    else void this.flush()
  }

  async update(id: string, change: Partial<Omit<VirtualProject, 'id'>>): Promise<void> {
    const known = this.#find(id)
    if (!known) return
    const project = { ...known, ...change }
    this.#show(project)
    await this.#store((database) => database.save(project))
  }

  /** Returns a function that undoes it. */
  async remove({ id }: VirtualProject): Promise<() => Promise<void>> {
    const files = await this.#filesOf(id)
    const project = this.#find(id)
    if (!project || !files) return async () => {}
    this.#pending.delete(id)
    const { projects, current } = this.store.get()
    const others = projects.filter((one) => one.id !== id)
    const isShown = current?.id === id
    this.#change({ projects: others, ...(isShown && { current: null, files: new Map() }) })
    await this.#store((database) => database.remove(id))
    if (isShown && this.#wanted === id && others[0]) await this.choose(others[0].id)

    return async () => {
      await this.create(project.name, [...files.values()], project)
    }
  }

  /** Saves pending changes. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    const ids = [...this.#pending.keys()]
    if (ids.length === 0 && this.#database) this.#change({ failure: null })
    await Promise.all(ids.map((id) => this.#save(id)))
  }

  async close(): Promise<void> {
    await this.flush()
    this.#database?.close()
  }

  /**
   * Updates memory first, so that text typed in the meantime builds on it. If storing fails, the change is rolled back, except where the
   * user has typed.
   */
  async #putWhole(id: string, before: Files, next: Files): Promise<boolean> {
    const changes = differences(before, next)
    if (changes.size === 0) return true
    if (!this.#apply(id, changes)) return false
    if (await this.#save(id)) return true
    const pending = this.#pending.get(id)
    const untouched = [...changes].filter(([path, file]) => pending?.get(path) === file)
    this.#apply(id, new Map(untouched.map(([path]) => [path, before.get(path) ?? null])))
    return false
  }

  /** Applies changes in memory. Returns false if the project no longer exists. */
  #apply(id: string, changes: FileChanges): boolean {
    const project = this.#find(id)
    if (!project) return false
    const pending = this.#pending.get(id) ?? new Map<string, VirtualFile | null>()
    for (const [path, file] of changes) pending.set(path, file)
    if (pending.size > 0) this.#pending.set(id, pending)
    this.#show({ ...project, changedAt: Date.now() }, changes)
    return true
  }

  /** Saves a project's pending changes in one transaction, which begins immediately even while the page closes. */
  #save(id: string): Promise<boolean> {
    const project = this.#find(id)
    const pending = this.#pending.get(id)
    if (!project || !pending) return Promise.resolve(true)
    const changes = new Map(pending)

    return this.#store(async (database) => {
      await database.save(project, changes)
      for (const [path, file] of changes) if (pending.get(path) === file) pending.delete(path)
      if (pending.size === 0 && this.#pending.get(id) === pending) this.#pending.delete(id)
    })
  }

  /** Null if they cannot be read. */
  async #filesOf(id: string): Promise<Files | null> {
    let stored: VirtualFile[] = []
    if (this.store.get().current?.id !== id) {
      const isRead = await this.#store(async (database) => {
        stored = await database.files(id)
      })
      if (!isRead) return null
    }
    const { current, files } = this.store.get()
    if (current?.id === id) return files

    return changed(byPath(stored), this.#pending.get(id) ?? new Map())
  }

  /** Unsaved changes stay visible, with the reason. */
  async #store(work: (database: ProjectDatabase) => Promise<void>): Promise<boolean> {
    try {
      // The first operation opens the database; without one nothing can be stored.
      await work(this.#database as ProjectDatabase)
      if (this.#pending.size === 0) this.#change({ failure: null })
      return true
    } catch (error) {
      this.#change({ failure: reasonOf(error) })
      return false
    }
  }

  #shownId(): string | null {
    return this.store.get().current?.id ?? null
  }

  #find(id: string): VirtualProject | undefined {
    return this.store.get().projects.find((one) => one.id === id)
  }

  #show(project: VirtualProject, changes?: FileChanges): void {
    const { projects, current, files } = this.store.get()
    this.#change({
      projects: newestFirst(projects.map((one) => (one.id === project.id ? project : one))),
      ...(current?.id === project.id && {
        current: project,
        ...(changes && { files: changed(files, changes) }),
      }),
    })
  }

  #change(part: Partial<BuilderState>): void {
    const state = this.store.get()
    const isOther = part.files !== undefined && part.files !== state.files
    this.store.set({ ...state, ...part, version: state.version + (isOther ? 1 : 0) })
  }
}

const byPath = (files: readonly VirtualFile[]): Files =>
  new Map(files.map((file) => [file.path, file]))

/** Null removes the file. */
function changed(files: Files, changes: FileChanges): Files {
  const next = new Map(files)
  for (const [path, file] of changes) {
    if (file) next.set(path, file)
    else next.delete(path)
  }
  return next
}

function differences(before: Files, next: Files): FileChanges {
  const paths = new Set([...before.keys(), ...next.keys()])
  const others = [...paths].filter((path) => before.get(path) !== next.get(path))

  return new Map(others.map((path) => [path, next.get(path) ?? null]))
}

const newestFirst = (projects: readonly VirtualProject[]) =>
  projects.toSorted((one, other) => other.changedAt - one.changedAt)

const reasonOf = (error: unknown): StorageFailure =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `sim-` and eight characters, a form of id that the extension accepts. */
function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))

  return `sim-${[...random].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`
}

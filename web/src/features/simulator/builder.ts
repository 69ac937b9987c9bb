import type { PulledChange } from '@app/sync/pull'
import { SyncError } from '@app/sync/sync-error'
import { createStore } from '#api/session/store.ts'
import {
  type FileChanges,
  openProjectDatabase,
  type ProjectDatabase,
  type Target,
  type VirtualProject,
} from './project-database.ts'
import type { Files, VirtualFile } from './virtual-file.ts'

export type StorageFailure = 'full' | 'refused'

export type BuilderState = {
  status: 'opening' | 'ready'
  projects: readonly VirtualProject[]
  current: VirtualProject | null
  files: Files
  /** Another number after each change of a file or of the project. */
  version: number
  /** Null while everything is saved. */
  failure: StorageFailure | null
}

/** Typing is saved in portions. */
const SAVE_AFTER_MS = 400

/** The virtual builder of one member. What it shows is in memory; the database follows. */
export class Builder {
  readonly store = createStore<BuilderState>({
    status: 'opening',
    projects: [],
    current: null,
    files: new Map(),
    version: 0,
    failure: null,
  })
  readonly #userId: string
  readonly #pending = new Map<string, VirtualFile | null>()
  #database: ProjectDatabase | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(userId: string) {
    this.#userId = userId
  }

  async start(): Promise<void> {
    const isOpen = await this.#store(async () => {
      this.#database = await openProjectDatabase(this.#userId)
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
    await this.flush()
    const project = this.store.get().projects.find((one) => one.id === id)
    if (!project || !this.#database) return
    const files = await this.#database.files(id)
    this.#change({ current: project, files: byPath(files) })
  }

  /** Whether it was stored; without the room for it nothing changes. */
  async create(
    name: string,
    files: readonly VirtualFile[],
    known: Partial<VirtualProject> = {},
  ): Promise<boolean> {
    await this.flush()

    return this.#replace(
      { id: newId(), name, target: null, changedAt: Date.now(), ...known },
      files,
    )
  }

  async replaceFiles(files: readonly VirtualFile[]): Promise<boolean> {
    // What was typed is saved first: without the room for these files it stays.
    await this.flush()
    const { current } = this.store.get()
    if (!current) return false
    const isStored = await this.#replace({ ...current, changedAt: Date.now() }, files)
    if (isStored) this.#pending.clear()

    return isStored
  }

  /** Writes changes from GitHub, all or none; throws if the project has changed since they were compared. */
  async pull(projectId: string, changes: readonly PulledChange[]): Promise<void> {
    const { applyPull } = await import('@app/sync/apply-pull')
    const { files } = this.store.get()
    const next = await applyPull([...files.values()], changes)
    const now = this.store.get()
    if (now.files !== files || now.current?.id !== projectId) {
      throw new SyncError('contents_missing', { path: changes[0]?.path ?? '' })
    }
    if (!(await this.replaceFiles(next))) throw new Error('the project could not be stored')
  }

  /** Changes files of the open project; what was typed is saved a moment later. */
  put(changes: FileChanges, isTyped = false): void {
    const { current, files } = this.store.get()
    if (!current) return
    const next = new Map(files)
    for (const [path, file] of changes) {
      this.#pending.set(path, file)
      if (file) next.set(path, file)
      else next.delete(path)
    }
    this.#show({ ...current, changedAt: Date.now() }, next)
    clearTimeout(this.#timer)
    if (isTyped) this.#timer = setTimeout(() => void this.flush(), SAVE_AFTER_MS)
    else void this.flush()
  }

  async update(project: VirtualProject): Promise<void> {
    const { projects, current } = this.store.get()
    this.#change({
      projects: projects.map((one) => (one.id === project.id ? project : one)),
      current: current?.id === project.id ? project : current,
    })
    await this.#store((database) => database.save(project))
  }

  /** A push may end after another project was opened. */
  async link(id: string, target: Target): Promise<void> {
    const project = this.store.get().projects.find((one) => one.id === id)
    if (project) await this.update({ ...project, target })
  }

  /** Returns how to undo it. */
  async remove(project: VirtualProject): Promise<() => Promise<void>> {
    await this.flush()
    const files = (await this.#database?.files(project.id)) ?? []
    await this.#store((database) => database.remove(project.id))
    const projects = this.store.get().projects.filter(({ id }) => id !== project.id)
    this.#change({ projects, current: null, files: new Map() })
    if (projects[0]) await this.choose(projects[0].id)

    return async () => {
      await this.create(project.name, files, project)
    }
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    const { current } = this.store.get()
    if (!current || this.#pending.size === 0) return
    const changes = new Map(this.#pending)
    const isStored = await this.#store((database) => database.save(current, changes))
    if (!isStored) return
    for (const [path, file] of changes) {
      if (this.#pending.get(path) === file) this.#pending.delete(path)
    }
  }

  async close(): Promise<void> {
    await this.flush()
    this.#database?.close()
  }

  async #replace(project: VirtualProject, files: readonly VirtualFile[]): Promise<boolean> {
    const isStored = await this.#store((database) => database.replaceFiles(project, files))
    if (isStored) this.#show(project, byPath(files))

    return isStored
  }

  /** What could not be stored stays on display, with the reason. */
  async #store(work: (database: ProjectDatabase) => Promise<void>): Promise<boolean> {
    try {
      // The first work opens it; without a database nothing can be stored.
      await work(this.#database as ProjectDatabase)
      this.#change({ failure: null })
      return true
    } catch (error) {
      this.#change({ failure: reasonOf(error) })
      return false
    }
  }

  #show(project: VirtualProject, files: Files): void {
    const { projects } = this.store.get()
    const others = projects.filter(({ id }) => id !== project.id)
    this.#change({ projects: [project, ...others], current: project, files })
  }

  #change(part: Partial<BuilderState>): void {
    const state = this.store.get()
    const isOther = part.files !== undefined && part.files !== state.files
    this.store.set({ ...state, ...part, version: state.version + (isOther ? 1 : 0) })
  }
}

const byPath = (files: readonly VirtualFile[]): Files =>
  new Map(files.map((file) => [file.path, file]))

const newestFirst = (projects: VirtualProject[]) =>
  projects.toSorted((one, other) => other.changedAt - one.changedAt)

const reasonOf = (error: unknown): StorageFailure =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `sim-` and eight letters: the extension takes ids of this form. */
function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))

  return `sim-${[...random].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`
}

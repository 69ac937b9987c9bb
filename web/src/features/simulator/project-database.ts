import type { VirtualFile } from './virtual-file.ts'

export type Target = { owner: string; name: string; branch: string }

/** A project of the virtual builder. Its id is what the extension would find in the builder's address. */
export type VirtualProject = {
  id: string
  name: string
  /** Where it is pushed to, once that was chosen. */
  target: Target | null
  /** Milliseconds since 1970. */
  changedAt: number
}

type StoredFile = VirtualFile & { projectId: string }

export type ProjectDatabase = Awaited<ReturnType<typeof openProjectDatabase>>

/** Null removes the file. */
export type FileChanges = ReadonlyMap<string, VirtualFile | null>

/** The projects of one member in this browser; members who share a browser do not share projects. */
export async function openProjectDatabase(userId: string) {
  const database = await open(`simulator-${userId}`)

  const transact = (work: (projects: IDBObjectStore, files: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      // Strict: what a person was told is saved survives a crash.
      const transaction = database.transaction(['projects', 'files'], 'readwrite', {
        durability: 'strict',
      })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      try {
        work(transaction.objectStore('projects'), transaction.objectStore('files'))
      } catch (error) {
        // Half of a change is worse than none.
        reject(error)
        transaction.abort()
      }
    })

  return {
    list: () =>
      answerOf<VirtualProject[]>(database.transaction('projects').objectStore('projects').getAll()),

    async files(projectId: string): Promise<VirtualFile[]> {
      const store = database.transaction('files').objectStore('files')
      const found = await answerOf<StoredFile[]>(store.getAll(filesOf(projectId)))

      return found.map(({ path, bytes, mode }) => ({ path, bytes, mode }))
    },

    save: (project: VirtualProject, changes: FileChanges = new Map()) =>
      transact((projects, files) => {
        projects.put(project)
        for (const [path, file] of changes) {
          if (file) files.put(stored(project, file))
          else files.delete([project.id, path])
        }
      }),

    replaceFiles: (project: VirtualProject, next: readonly VirtualFile[]) =>
      transact((projects, files) => {
        projects.put(project)
        files.delete(filesOf(project.id))
        for (const file of next) files.put(stored(project, file))
      }),

    remove: (projectId: string) =>
      transact((projects, files) => {
        projects.delete(projectId)
        files.delete(filesOf(projectId))
      }),

    close: () => database.close(),
  }
}

/** Bytes that are a part of a larger buffer would be stored with all of it. */
const stored = (project: VirtualProject, { path, bytes, mode }: VirtualFile): StoredFile => ({
  projectId: project.id,
  path,
  mode,
  bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice(),
})

/** Arrays sort after all texts, so this range holds every path of one project. */
const filesOf = (projectId: string) => IDBKeyRange.bound([projectId], [projectId, []])

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('projects', { keyPath: 'id' })
    request.result.createObjectStore('files', { keyPath: ['projectId', 'path'] })
  }
  return answerOf(request)
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

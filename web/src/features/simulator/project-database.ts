import type { VirtualFile } from './virtual-file.ts'

export type Target = { owner: string; name: string; branch: string }

/** A project of the virtual builder. Its id is the one the extension would read from the builder's URL. */
export type VirtualProject = {
  id: string
  name: string
  /** Where it is pushed, once chosen. */
  target: Target | null
  /** Milliseconds since 1970. */
  changedAt: number
}

type StoredFile = VirtualFile & { projectId: string }

export type ProjectDatabase = Awaited<ReturnType<typeof openProjectDatabase>>

/** Null removes the file. */
export type FileChanges = ReadonlyMap<string, VirtualFile | null>

/** One member's projects in this browser; members sharing a browser do not share projects. */
export async function openProjectDatabase(userId: string) {
  const database = await open(`simulator-${userId}`)

  const transact = (work: (projects: IDBObjectStore, files: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      // Strict durability: a change shown as saved survives a crash.
      const transaction = database.transaction(['projects', 'files'], 'readwrite', {
        durability: 'strict',
      })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      try {
        work(transaction.objectStore('projects'), transaction.objectStore('files'))
      } catch (error) {
        // A partial change would be worse than none.
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

/** A view into a larger buffer would be stored with the whole buffer. */
const stored = (project: VirtualProject, { path, bytes, mode }: VirtualFile): StoredFile => ({
  projectId: project.id,
  path,
  mode,
  bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice(),
})

/** In IndexedDB, arrays sort after all strings, so this range includes every path of one project. */
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

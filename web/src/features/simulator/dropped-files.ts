import { isLeftOutAlways, type SourceFile } from '@app/sync/read-files'

/** Files of a folder picker; browsers report no file modes. */
export async function readChosenFolder(chosen: Iterable<File>): Promise<SourceFile[]> {
  // Files that are never pushed, often most of a folder, need not be read.
  const files = [...chosen].filter(({ webkitRelativePath }) => !isLeftOut(webkitRelativePath))

  return Promise.all(files.map((file) => sourceFile(file.webkitRelativePath, file)))
}

export type Dropped =
  | { kind: 'archive'; file: File }
  | { kind: 'folder'; name: string; read: () => Promise<SourceFile[]> }

/** The dropped folder, else the first file. Must be called during the event. */
export function readDrop({ items }: DataTransfer): Dropped | null {
  const [first] = [...items].filter(({ kind }) => kind === 'file')
  const entry = first?.webkitGetAsEntry()
  if (entry?.isDirectory) {
    const folder = entry as FileSystemDirectoryEntry
    return { kind: 'folder', name: folder.name, read: () => filesBelow(folder) }
  }
  const file = first?.getAsFile()

  return file ? { kind: 'archive', file } : null
}

async function filesBelow(folder: FileSystemDirectoryEntry): Promise<SourceFile[]> {
  const entries = await entriesOf(folder)
  const found = await Promise.all(
    entries.map((entry) => {
      const path = entry.fullPath.slice(1)
      if (entry.isDirectory) {
        return isLeftOut(`${path}/`) ? [] : filesBelow(entry as FileSystemDirectoryEntry)
      }
      return isLeftOut(path) ? [] : readEntry(path, entry as FileSystemFileEntry)
    }),
  )
  return found.flat()
}

/** A reader returns at most a hundred entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (portion.length === 0) return all
    all.push(...portion)
  }
}

async function readEntry(path: string, entry: FileSystemFileEntry): Promise<SourceFile[]> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))

  return [await sourceFile(path, file)]
}

const sourceFile = async (path: string, file: File): Promise<SourceFile> => ({
  path,
  bytes: new Uint8Array(await file.arrayBuffer()),
  mode: null,
})

/** Relative to the chosen folder, whose name is not part of the project. */
const isLeftOut = (path: string) => isLeftOutAlways(path.slice(path.indexOf('/') + 1))

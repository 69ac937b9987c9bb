import { type FileSet, readFiles, type SourceFile } from '@app/sync/read-files'
import { useAction } from '@app/ui/use-action.ts'
import { useEffect, useState } from 'react'
import { readArchive } from './archives.ts'
import { type Dropped, readChosenFolder, readDrop } from './dropped-files.ts'

/** Loaded files that wait until the user chooses their target. */
export type Opened = { name: string; set: FileSet }

/** Opens ZIP files and folders that are chosen or dropped on the page. */
export function useOpening() {
  const { run, running, failure, forgetFailure } = useAction<'open'>()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isOver, setOver] = useState(false)

  const open = (name: string, read: () => Promise<FileSet>) =>
    run('open', async () => {
      const set = await read()
      setOpened({ name, set })
    })
  const openArchive = (file: File) =>
    open(file.name.replace(/\.zip$/i, ''), () => readArchive(file))
  const openFiles = (name: string, read: () => Promise<SourceFile[]>) =>
    open(name, async () => readFiles(await read()))
  const openFolder = (files: readonly File[]) =>
    openFiles(files[0]?.webkitRelativePath.split('/', 1)[0] ?? '', () => readChosenFolder(files))

  useDrop(setOver, (dropped) =>
    dropped.kind === 'archive' ? openArchive(dropped.file) : openFiles(dropped.name, dropped.read),
  )

  return {
    openArchive,
    openFolder,
    opened,
    close: () => setOpened(null),
    isOver,
    isOpening: running === 'open',
    failure,
    forgetFailure,
  }
}

function useDrop(setOver: (isOver: boolean) => void, onDrop: (dropped: Dropped) => unknown) {
  // Without a dependency list, the listeners always use the latest render.
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), {
      signal,
    })
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        const dropped = event.dataTransfer && readDrop(event.dataTransfer)
        if (dropped) onDrop(dropped)
      },
      { signal },
    )
    return () => listening.abort()
  })
}

import { pathRefusal } from '@app/sync/path-refusal'
import { Button } from '@app/ui/button.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { FileEditor } from './file-editor.tsx'
import { FileList } from './file-list.tsx'
import { NameDialog } from './name-dialog.tsx'
import { useBuilder, useBuilderState } from './use-builder.tsx'
import type { VirtualFile } from './virtual-file.ts'

/** The files of the open project, and an editor for one of them. */
export function ProjectFiles() {
  const { t } = useTranslation()
  const builder = useBuilder()
  const { current, files } = useBuilderState()
  const [path, setPath] = useState<string | null>(null)
  // On a phone the panels come first.
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 40rem)').matches)
  const [named, setNamed] = useState<Named | null>(null)
  const file = path === null ? undefined : files.get(path)
  const remove = useRemoveFile()

  if (!current) return null

  return (
    <>
      <details
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group/files border-t border-line pt-2"
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm text-ink-soft [&::-webkit-details-marker]:hidden">
          <ChevronDownIcon className="size-4 flex-none -rotate-90 transition-[rotate] group-open/files:rotate-0" />
          <span>{t('simulator.builder.fileCount', { count: files.size })}</span>
        </summary>
        <div className="grid gap-3">
          {files.size === 0 ? (
            <EmptyState
              title={t('simulator.builder.noFiles')}
              text={t('simulator.builder.noFilesText')}
            />
          ) : (
            <div className="grid gap-3 *:min-w-0 sm:grid-cols-[12rem_minmax(0,1fr)] lg:grid-cols-1">
              <div className="max-h-72 overflow-y-auto rounded-md border border-line p-1.5">
                <FileList paths={files.keys()} chosen={file?.path ?? null} onChoose={setPath} />
              </div>
              {file && (
                <FileEditor
                  file={file}
                  onChange={(next, isTyped) =>
                    builder.put(current.id, new Map([[next.path, next]]), isTyped)
                  }
                  onRename={() => setNamed({ projectId: current.id, file })}
                  onRemove={() => remove(current.id, file)}
                />
              )}
            </div>
          )}
          <div>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => setNamed({ projectId: current.id, file: null })}
            >
              {t('simulator.builder.addFile')}
            </Button>
          </div>
        </div>
      </details>
      {named && <FileName named={named} onNamed={setPath} onClose={() => setNamed(null)} />}
    </>
  )
}

function useRemoveFile() {
  const { t } = useTranslation()
  const builder = useBuilder()

  return (projectId: string, file: VirtualFile) => {
    builder.put(projectId, new Map([[file.path, null]]))
    toasts.show({
      title: t('simulator.builder.fileRemoved', { path: file.path }),
      action: {
        text: t('simulator.builder.undo'),
        run: () => builder.put(projectId, new Map([[file.path, file]])),
      },
    })
  }
}

const EMPTY_FILE = { bytes: new Uint8Array(), mode: '100644' as const }

/** Null: a new file. */
type Named = { projectId: string; file: VirtualFile | null }

type FileNameProps = {
  named: Named
  onNamed: (path: string) => void
  onClose: () => void
}

/** The path of a new or renamed file. */
function FileName({ named: { projectId, file }, onNamed, onClose }: FileNameProps) {
  const { t } = useTranslation()
  const builder = useBuilder()
  const { files } = useBuilderState()

  function refusalOf(path: string): string | null {
    if (path === '') return t('simulator.builder.pathMissing')
    if (pathRefusal(path)) return t('simulator.builder.pathRefused')
    const others = [...files.keys()].filter((one) => one !== file?.path)
    const isTaken = others.some(
      (one) => one === path || one.startsWith(`${path}/`) || path.startsWith(`${one}/`),
    )
    return isTaken ? t('simulator.builder.pathTaken') : null
  }

  function save(path: string) {
    const changes = new Map<string, VirtualFile | null>()
    if (file) changes.set(file.path, null)
    changes.set(path, { ...(file ?? EMPTY_FILE), path })
    builder.put(projectId, changes)
    onNamed(path)
  }

  return (
    <NameDialog
      title={file ? t('simulator.builder.renameFile') : t('simulator.builder.addFile')}
      label={t('simulator.builder.path')}
      initial={file?.path ?? ''}
      refuse={refusalOf}
      onSave={save}
      onClose={onClose}
    />
  )
}

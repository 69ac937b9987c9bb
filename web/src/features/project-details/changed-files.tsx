import type { ChangedFile } from '@app/contract/changed-files'
import { Button } from '@app/ui/button.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import { changedFilesQuery } from '#api/projects/sync-history.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const CHANGES: Record<ChangedFile['change'], { sign: string; words: MessageKey; color: string }> = {
  added: { sign: '+', words: 'project.history.changes.added', color: 'text-positive' },
  modified: { sign: '~', words: 'project.history.changes.modified', color: 'text-notice' },
  deleted: { sign: '−', words: 'project.history.changes.deleted', color: 'text-danger' },
}

/** The files of one push. `total` may exceed the recorded number. */
export function ChangedFiles({ pushId, total }: { pushId: string; total: number }) {
  const { t } = useTranslation()
  const files = useQuery(changedFilesQuery(pushId))

  if (files.isPending) return <Skeleton className="my-2 h-12 w-full" />
  if (files.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 py-2">
        <p>{userMessage(t, files.error, 'project.history.filesFailed')}</p>
        <Button size="sm" variant="secondary" onClick={() => void files.refetch()}>
          {t('errorPage.tryAgain')}
        </Button>
      </div>
    )
  }

  const left = total - files.data.length
  return (
    <ul className="my-1 grid gap-0.5 rounded-md bg-sunken px-3 py-2 font-mono text-xs">
      {files.data.map(({ path, change }) => (
        <li key={path} className="flex gap-2 break-all">
          <span aria-hidden="true" className={CHANGES[change].color}>
            {CHANGES[change].sign}
          </span>
          <span>
            <span className="sr-only">{t(CHANGES[change].words)} </span>
            {path}
          </span>
        </li>
      ))}
      {left > 0 && <li className="font-sans">{t('project.history.moreFiles', { count: left })}</li>}
    </ul>
  )
}

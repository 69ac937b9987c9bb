import { findCommit } from '@app/sync/history'
import { previewRestore, type RestoredFile } from '@app/sync/restore-preview'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useLoaded } from '#loading/use-loaded.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useRestore } from './use-restore.tsx'

type Props = { sha: string; target: Target; onRestored: (text: string) => void }

/** Names the commit, the files that will change and what stays, before a commit is restored. */
export function RestoreForm({ sha, target, onRestored }: Props) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const preview = useLoaded(sha, (signal) => previewRestore(host, target, sha, { signal }))
  const find = () => findCommit(host, target, sha)
  const { bringBack, isRunning, trouble } = useRestore({ sha, target, find, onRestored })
  const isSame = preview.state === 'loaded' && preview.data.files.length === 0

  return (
    <div className="grid gap-4 text-sm">
      <div className="grid min-h-40 content-start gap-4">
        {preview.state === 'loading' && <Skeleton className="h-40 w-full" />}
        {preview.state === 'failed' && (
          <SyncTrouble error={preview.error} onRetry={preview.reload} />
        )}
        {preview.state === 'loaded' && (
          <>
            <div>
              <p className="font-medium break-words">{preview.data.commit.title}</p>
              <p className="text-ink-soft">
                <TimeAgo at={preview.data.commit.date} />
                {` · ${preview.data.commit.authorLogin ?? preview.data.commit.authorName}`}
              </p>
            </div>
            {isSame ? (
              <p>{t('history.same', { branch: target.branch, sha7: sha.slice(0, 7) })}</p>
            ) : (
              <Files files={preview.data.files} branch={target.branch} />
            )}
          </>
        )}
      </div>
      {!isSame && (
        <p className="text-ink-soft">
          {`${t('history.ask', { branch: target.branch, sha7: sha.slice(0, 7) })} ${t('history.untouched')}`}
        </p>
      )}
      {trouble}
      <FormActions>
        <Button size="sm" isBusy={isRunning} disabled={isSame} onClick={() => void bringBack()}>
          {t('history.restore')}
        </Button>
      </FormActions>
    </div>
  )
}

const SHOWN = 8

const SIGNS = {
  added: { sign: '+', color: 'text-positive', word: 'changes.added' },
  changed: { sign: '±', color: 'text-notice', word: 'changes.changed' },
  deleted: { sign: '−', color: 'text-danger', word: 'changes.deleted' },
} as const

function Files({ files, branch }: { files: RestoredFile[]; branch: string }) {
  const { t } = usePanelTexts()
  const more = files.length - SHOWN

  return (
    <div className="grid gap-1.5">
      <p>{t('history.willChange', { count: files.length, branch })}</p>
      <ul className="grid gap-0.5 rounded-md bg-sunken px-3 py-2 font-mono text-xs">
        {files.slice(0, SHOWN).map(({ path, change }) => (
          <li key={path} className="flex gap-2 break-all">
            <span aria-hidden="true" className={SIGNS[change].color}>
              {SIGNS[change].sign}
            </span>
            <span className="sr-only">{t(SIGNS[change].word)}</span>
            {path}
          </li>
        ))}
        {more > 0 && <li className="font-sans">{t('history.moreFiles', { count: more })}</li>}
      </ul>
    </div>
  )
}

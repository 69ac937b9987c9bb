import { type HistoryCommit, restore } from '@app/sync/history'
import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import type { ReactNode } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Wish = {
  sha: string
  target: Target
  find: () => Promise<HistoryCommit>
  onRestored: (text: string) => void
}

/** Restores the files of a commit. `trouble` is the failure, or that there was nothing to do. */
export function useRestore({ sha, target, find, onRestored }: Wish) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const { run, running, failure, forgetFailure } = useAction<'restore'>()
  const { branch } = target
  const sha7 = sha.slice(0, 7)

  const bringBack = () =>
    run('restore', async () => {
      const { commit } = await restore(host, target, await find())
      onRestored(t('history.restored', { branch, sha7, new7: commit.slice(0, 7) }))
    })

  let trouble: ReactNode = null
  if (failure?.error instanceof SyncError && failure.error.code === 'nothing_to_push') {
    trouble = <Notice tone="plain">{t('history.same', { branch, sha7 })}</Notice>
  } else if (failure) {
    trouble = <SyncTrouble error={failure.error} onRetry={bringBack} />
  }
  return { bringBack, isRunning: running === 'restore', trouble, forgetFailure }
}

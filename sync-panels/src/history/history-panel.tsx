import { type HistoryCommit, listHistory } from '@app/sync/history'
import type { Target } from '@app/sync/target'
import { Notice } from '@app/ui/notice.tsx'
import { type ReactNode, useState } from 'react'
import { PageSteps } from '#loading/page-steps.tsx'
import { useLoaded } from '#loading/use-loaded.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { ChosenTarget } from '#targets/chosen-target.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { CommitRow } from './commit-row.tsx'

/** The commits of a branch, and the actions on each. */
export function HistoryPanel() {
  const { project } = useSurroundings()

  return (
    <ChosenTarget key={project.id}>
      {(target) => <History key={`${repoOf(target)} ${target.branch}`} target={target} />}
    </ChosenTarget>
  )
}

function History({ target }: { target: Target }) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const [page, setPage] = useState(1)
  const [outcome, setOutcome] = useState<ReactNode>(null)
  const listed = useLoaded(`${page}`, (signal) => listHistory(host, target, page, { signal }))

  if (listed.state === 'failed') return <SyncTrouble error={listed.error} onRetry={listed.reload} />
  if (listed.state === 'loading') return <p role="status">{t('history.loading')}</p>
  const { commits, hasMore } = listed.data

  function changed(text: string) {
    setOutcome(<Notice tone="positive">{text}</Notice>)
    setPage(1)
    listed.reload()
  }

  return (
    <div className="grid gap-4">
      {outcome}
      {commits.length === 0 && <p>{t('history.empty')}</p>}
      <ol className="rounded-md border border-line empty:hidden">
        {commits.map((commit: HistoryCommit) => (
          <CommitRow key={commit.sha} commit={commit} target={target} onChanged={changed} />
        ))}
      </ol>
      <PageSteps label={t('history.pages')} page={page} hasMore={hasMore} onPage={setPage} />
    </div>
  )
}

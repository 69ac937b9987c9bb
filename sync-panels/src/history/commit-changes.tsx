import { compareCommit } from '@app/sync/compare-commit'
import { contentsOf } from '@app/sync/contents'
import type { HistoryCommit } from '@app/sync/history'
import type { Target } from '@app/sync/target'
import { ChangeRow } from '#changes/change-row.tsx'
import { CountedRows } from '#changes/counted-rows.tsx'
import { useLoaded } from '#loading/use-loaded.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** How the project differs from an old commit. */
export function CommitChanges({ commit, target }: { commit: HistoryCommit; target: Target }) {
  const { t } = usePanelTexts()
  const { host, project } = useSurroundings()
  const compared = useLoaded(`${project.version}`, async (signal) => {
    const files = await project.readFiles({ signal })
    const changes = await compareCommit(host, target, commit.sha, files, { signal })
    return { changes, contents: contentsOf(files) }
  })

  if (compared.state === 'failed') {
    return <SyncTrouble error={compared.error} onRetry={compared.reload} />
  }
  if (compared.state === 'loading') return <p role="status">{t('diffs.loading')}</p>
  const { changes, contents } = compared.data
  const rows = changes.filter(({ renamedTo }) => renamedTo === undefined)
  if (rows.length === 0) return <p className="text-sm">{t('history.equal')}</p>

  return (
    <CountedRows title={t('history.differs')} rows={rows}>
      {(change, counted) => (
        <ChangeRow
          key={change.path}
          {...counted}
          change={change}
          repository={target}
          contents={contents}
        />
      )}
    </CountedRows>
  )
}

import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { useState } from 'react'
import { type IssueState, listIssues } from '#github/issues.ts'
import { PageSteps } from '#loading/page-steps.tsx'
import { useLoaded } from '#loading/use-loaded.ts'
import { ProOnly } from '#pro/pro-only.tsx'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { ChosenTarget } from '#targets/chosen-target.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { IssueRow } from './issue-row.tsx'
import { NewIssueForm } from './new-issue-form.tsx'

/** The issues of the linked repository. */
export function IssuesPanel() {
  const { project } = useSurroundings()

  return (
    <ProOnly feature="issues">
      <ChosenTarget key={project.id} isOfBranch={false}>
        {(target) => <Issues key={repoOf(target)} target={target} />}
      </ChosenTarget>
    </ProOnly>
  )
}

function Issues({ target }: { target: Target }) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const [state, setState] = useState<IssueState>('open')
  const [page, setPage] = useState(1)
  const [isWriting, setWriting] = useState(false)
  const listed = useLoaded(`${state} ${page}`, (signal) =>
    listIssues(host, target, { state, page, signal }),
  )

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ChoiceGroup
          label={t('issues.which')}
          isLabelHidden
          name="issue-state"
          choices={[
            { value: 'open', label: t('issues.open') },
            { value: 'closed', label: t('issues.closed') },
            { value: 'all', label: t('issues.all') },
          ]}
          value={state}
          onChange={(next) => {
            setState(next)
            setPage(1)
          }}
        />
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          {t('issues.new')}
        </Button>
      </div>
      {isWriting && (
        <NewIssueForm
          target={target}
          onMade={() => {
            setWriting(false)
            setState('open')
            setPage(1)
            listed.reload()
          }}
        />
      )}
      <IssueList target={target} state={state} page={page} listed={listed} onPage={setPage} />
    </div>
  )
}

type ListProps = {
  target: Target
  state: IssueState
  page: number
  listed: ReturnType<typeof useLoaded<Awaited<ReturnType<typeof listIssues>>>>
  onPage: (page: number) => void
}

function IssueList({ target, state, page, listed, onPage }: ListProps) {
  const { t } = usePanelTexts()
  if (listed.state === 'failed') return <SyncTrouble error={listed.error} onRetry={listed.reload} />
  if (listed.state === 'loading') return <p role="status">{t('issues.loading')}</p>
  const { issues, hasMore } = listed.data

  return (
    <>
      {issues.length === 0 && (
        <p>{t(state === 'open' ? 'issues.noneOpen' : 'issues.none', { repo: repoOf(target) })}</p>
      )}
      <ul className="rounded-md border border-line empty:hidden">
        {issues.map((issue) => (
          <IssueRow key={issue.number} issue={issue} target={target} onChanged={listed.reload} />
        ))}
      </ul>
      <PageSteps label={t('issues.pages')} page={page} hasMore={hasMore} onPage={onPage} />
    </>
  )
}

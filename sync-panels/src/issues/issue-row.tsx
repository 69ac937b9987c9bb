import type { Target } from '@app/sync/target'
import { Badge } from '@app/ui/badge.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useId, useState } from 'react'
import type { Issue } from '#github/issues.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { IssueDetails } from './issue-details.tsx'

type Props = { issue: Issue; target: Target; onChanged: () => void }

export function IssueRow({ issue, target, onChanged }: Props) {
  const { t, number } = usePanelTexts()
  const [isOpen, setOpen] = useState(false)
  const id = useId()

  return (
    <li className="border-b border-line px-4 py-2 last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="block min-h-11 w-full text-left"
      >
        <span className="block font-medium break-words">{issue.title}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <span>{`#${number(issue.number, { useGrouping: false })}`}</span>
          <Badge tone={issue.isOpen ? 'positive' : 'plain'}>{t(stateWord(issue))}</Badge>
          {issue.labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
          <span>{issue.author}</span>
          <TimeAgo at={issue.createdAt} />
          {issue.comments > 0 && <span>{t('issues.comments', { count: issue.comments })}</span>}
        </span>
      </button>
      {isOpen && (
        <div id={id} className="pt-2 pb-3">
          <IssueDetails issue={issue} target={target} onChanged={onChanged} />
        </div>
      )}
    </li>
  )
}

function stateWord({ isOpen, reason }: Issue) {
  if (isOpen) return 'issues.stateOpen'
  return reason === 'not_planned' ? 'issues.notPlanned' : 'issues.done'
}

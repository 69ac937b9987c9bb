import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import type { FeedbackItem } from '#api/admin/admin-feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import type { Triage } from './use-triage.ts'

type Props = { item: FeedbackItem; triage: Triage; onDeleted: () => void }

/** Each item has at most one issue, whose link then replaces the button. */
export function FeedbackActions({ item, triage, onDeleted }: Props) {
  const { t } = useTranslation()
  const [isIssueOpen, setIssueOpen] = useState(false)
  const action = useAction<'delete'>()
  const remove = () =>
    void action.run('delete', async () => {
      if (await triage.remove([item])) onDeleted()
    })

  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-6">
      {item.github_issue_url ? (
        <a
          href={item.github_issue_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('secondary', 'sm')}
        >
          {t('admin.feedback.issue.open')}
        </a>
      ) : (
        <Button variant="secondary" size="sm" onClick={() => setIssueOpen(true)}>
          {t('admin.feedback.issue.title')}
        </Button>
      )}
      <Button variant="quiet" size="sm" isBusy={action.running !== null} onClick={remove}>
        {t('admin.feedback.delete')}
      </Button>
      <IssueDialog
        item={item}
        isOpen={isIssueOpen}
        onClose={() => setIssueOpen(false)}
        onCreated={() => {
          setIssueOpen(false)
          void triage.refresh()
        }}
      />
    </div>
  )
}

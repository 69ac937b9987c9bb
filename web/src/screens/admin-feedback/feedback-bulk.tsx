import { Button } from '@app/ui/button.tsx'
import { MenuAction } from '@app/ui/menu-items.tsx'
import {
  CHOSEN_STATUSES,
  FEEDBACK_PRIORITIES,
  type FeedbackItem,
  type TriageColumns,
} from '#api/admin/admin-feedback.ts'
import { BulkBar } from '#features/admin/bulk-bar.tsx'
import type { Selection } from '#features/admin/use-selection.ts'
import { priorityWords, STATUS_WORDS } from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import type { Triage } from './use-triage.ts'

type Props = { selection: Selection; rows: FeedbackItem[]; triage: Triage }

export function FeedbackBulk({ selection, rows, triage }: Props) {
  const { t } = useTranslation()
  const items = rows.filter(({ id }) => selection.has(id))
  const bugs = items.filter(({ feedback_category }) => feedback_category === 'bug')

  function change(changed: FeedbackItem[], columns: TriageColumns) {
    selection.clear()
    void triage.changeAll(changed, columns)
  }

  return (
    <BulkBar selection={selection}>
      <MenuButton trigger={<BulkButton>{t('admin.feedback.status.label')}</BulkButton>}>
        {CHOSEN_STATUSES.map((status) => (
          <MenuAction key={status} onSelect={() => change(items, { status })}>
            {t(STATUS_WORDS[status])}
          </MenuAction>
        ))}
      </MenuButton>
      {/* Only bugs have a priority. */}
      {bugs.length > 0 && (
        <MenuButton
          trigger={
            <BulkButton>{t('admin.feedback.bugPriority', { count: bugs.length })}</BulkButton>
          }
        >
          {FEEDBACK_PRIORITIES.map((priority) => (
            <MenuAction key={priority} onSelect={() => change(bugs, { priority })}>
              {priorityWords(t, priority)}
            </MenuAction>
          ))}
        </MenuButton>
      )}
      <BulkButton
        onClick={() => {
          selection.clear()
          void triage.remove(items)
        }}
      >
        {t('admin.feedback.delete')}
      </BulkButton>
    </BulkBar>
  )
}

function BulkButton(props: React.ComponentProps<typeof Button>) {
  return <Button {...props} variant="secondary" size="sm" />
}

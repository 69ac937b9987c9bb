import { feedbackIssue } from '@app/contract/feedback-issue'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQuery } from '@tanstack/react-query'
import { createIssue, type FeedbackItem, issueRepositoryQuery } from '#api/admin/admin-feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { refusalWords } from './refusal-words.ts'

type Props = {
  item: FeedbackItem
  isOpen: boolean
  onClose: () => void
  onCreated: () => void
}

/** Shows the exact text before it is written to GitHub. */
export function IssueDialog({ item, isOpen, onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const action = useAction<'create'>()
  const issue = feedbackIssue(item)
  const create = () =>
    void action.run('create', async () => {
      await createIssue(item.id)
      onCreated()
    })

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={t('admin.feedback.issue.title')}
      lead={t('admin.feedback.issue.lead')}
      closeText={t('common.close')}
    >
      <div className="grid gap-4">
        <section
          aria-label={t('admin.feedback.issue.preview')}
          className="grid gap-3 rounded-md border border-line bg-sunken p-4 text-sm"
        >
          <p className="font-semibold break-words">{issue.title}</p>
          <p className="font-mono text-xs break-words whitespace-pre-wrap">{issue.body}</p>
          <p className="flex flex-wrap gap-2">
            {issue.labels.map((label) => (
              <Badge key={label}>{label}</Badge>
            ))}
          </p>
        </section>
        <Readers isOpen={isOpen} />
        {action.failure && (
          <Notice tone="danger">
            {refusalWords(t, 'admin.feedback.issue.failed', action.failure.error)}
          </Notice>
        )}
        <Button isBusy={action.running !== null} onClick={create}>
          {t('admin.feedback.issue.create')}
        </Button>
      </div>
    </Dialog>
  )
}

/** If unknown, it only states what holds for every repository. */
function Readers({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...issueRepositoryQuery, enabled: isOpen, retry: false })

  if (!data) return <Notice tone="plain">{t('admin.feedback.issue.readable')}</Notice>
  return data.isPublic ? (
    <Notice tone="notice">{t('admin.feedback.issue.public', { repository: data.fullName })}</Notice>
  ) : (
    <Notice tone="plain">{t('admin.feedback.issue.private', { repository: data.fullName })}</Notice>
  )
}

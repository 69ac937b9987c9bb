import { Button } from '@app/ui/button.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { Link } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { closedTasksOf, type EventPush, useReopenTasks } from '#api/projects/sync-history.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { projectId: string; push: EventPush }

/** Tasks that a push closed by mentioning them, with an undo. */
export function ClosedTasks({ projectId, push }: Props) {
  const { t } = useTranslation()
  const reopening = useReopenTasks(projectId)
  const tasks = closedTasksOf(push)
  if (tasks.length === 0) return null

  async function reopen() {
    try {
      const count = await reopening.mutateAsync(push.id)
      const title =
        count > 0 ? t('project.history.reopened', { count }) : t('project.history.movedSince')
      toasts.show({ title, tone: count > 0 ? 'positive' : 'plain', subject: push.id })
    } catch (error) {
      const text = userMessage(t, error, 'errors.tryAgain')
      toasts.show({
        title: t('project.history.reopenFailed'),
        text,
        tone: 'danger',
        subject: push.id,
      })
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 text-ink-soft">
      <span>{t('project.history.closed')}</span>
      {tasks.map(({ id, number, name }) => (
        <Link
          key={id}
          to={`?task=${number}`}
          className="font-medium break-words text-accent underline-offset-4 hover:underline"
        >
          {`#${number} ${name}`}
        </Link>
      ))}
      <Button variant="quiet" size="sm" onClick={() => void reopen()} isBusy={reopening.isPending}>
        {t('project.history.undo')}
      </Button>
    </div>
  )
}

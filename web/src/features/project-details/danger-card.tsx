import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import type { Failure } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { type Project, useDeleteProject } from '#api/projects/projects.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Only for the owner. Deletion cannot be undone. */
export function DangerCard({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { remove, isBusy, failure } = useDeletion(project)

  return (
    <Card
      title={t('project.delete.title')}
      footer={
        <Button variant="danger" size="sm" isBusy={isBusy} onClick={() => setAsking(true)}>
          {t('project.delete.action')}
        </Button>
      }
    >
      <div className="-mt-4 grid gap-4">
        <p className="text-sm text-ink-soft">{t('project.delete.lead')}</p>
        <FailureNotice failure={failure} />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('project.delete.ask', { name: project.name })}
        text={t('project.delete.consequences')}
        phrase={{
          label: t('project.delete.typeName', { name: project.name }),
          expected: project.name,
        }}
        cancelText={t('common.cancel')}
        confirmText={t('project.delete.action')}
        onConfirm={remove}
      />
    </Card>
  )
}

function useDeletion(project: Project) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const deleting = useDeleteProject(async () => {
    toasts.show({ title: t('project.delete.done', { name: project.name }), tone: 'positive' })
    await navigate(paths.projects, { replace: true })
  })
  const failure: Failure | null = deleting.error && {
    title: t('project.failed.delete'),
    text: userMessage(t, deleting.error, 'errors.tryAgain'),
  }

  return { remove: () => deleting.mutate(project), isBusy: deleting.isPending, failure }
}

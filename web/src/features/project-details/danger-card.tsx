import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import type { Failure } from '@app/ui/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { userMessage } from '#api/user-message.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { deleteProject } from './changes.ts'
import type { Project } from './project.ts'

/** For the owner alone, and for good. */
export function DangerCard({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { remove, isBusy, failure } = useDeletion(project)

  return (
    <Card title={t('project.delete.title')} lead={t('project.delete.lead')}>
      <div className="grid justify-items-start gap-4">
        <Button variant="danger" size="sm" isBusy={isBusy} onClick={() => setAsking(true)}>
          {t('project.delete.action')}
        </Button>
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
        onConfirm={() => void remove()}
      />
    </Card>
  )
}

function useDeletion(project: Project) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function remove() {
    setBusy(true)
    setFailure(null)
    try {
      await deleteProject(project)
      toasts.show({ title: t('project.delete.done', { name: project.name }), tone: 'positive' })
      await navigate(paths.projects, { replace: true })
      client.removeQueries({ queryKey: ['projects', project.id] })
      void client.invalidateQueries({ queryKey: ['projects'] })
      void client.invalidateQueries({ queryKey: ['dashboard', 'stats'] })
    } catch (error) {
      setFailure({
        title: t('project.failed.delete'),
        text: userMessage(t, error, 'errors.tryAgain'),
      })
    } finally {
      setBusy(false)
    }
  }

  return { remove, isBusy, failure }
}

import { toasts } from '@app/ui/toaster.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { type Project, type ProjectStatus, useSetProjectStatus } from '#api/projects/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Archives a project or makes it active again. The toast offers to undo it. */
export function useArchive(memberId: string) {
  const { t } = useTranslation()
  const { mutateAsync: setStatus } = useSetProjectStatus(memberId)

  async function change(project: Project, status: ProjectStatus, isUndoing = false) {
    try {
      const changed = await setStatus({ project, status })
      if (!isUndoing) offerUndo(changed, project.status)
    } catch (error) {
      toasts.show({
        title: t('project.failed.update'),
        text: userMessage(t, error, 'errors.tryAgain'),
        tone: 'danger',
      })
    }
  }

  function offerUndo(project: Project, before: ProjectStatus) {
    const isArchived = project.status === 'archived'
    toasts.show({
      title: isArchived ? t('project.archive.done') : t('project.archive.undone'),
      tone: 'positive',
      action: { text: t('project.undo'), run: () => void change(project, before, true) },
    })
  }

  return {
    archive: (project: Project) => change(project, 'archived'),
    unarchive: (project: Project) => change(project, 'active'),
  }
}

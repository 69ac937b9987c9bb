import { toasts } from '@app/ui/toaster.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { type ProjectStatus, useSetListedStatus } from '#api/projects/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Listed = { id: string; status: ProjectStatus | null }

/** Archives a project of the list, or makes it active again. The toast offers to undo it. */
export function useListedArchive() {
  const { t } = useTranslation()
  const { mutateAsync: setStatus } = useSetListedStatus()

  async function change(id: string, status: ProjectStatus, before: ProjectStatus | null) {
    try {
      await setStatus({ id, status })
      toasts.show({
        title: status === 'archived' ? t('project.archive.done') : t('project.archive.undone'),
        tone: 'positive',
        ...(before && {
          action: { text: t('project.undo'), run: () => void change(id, before, null) },
        }),
      })
    } catch (error) {
      const text = userMessage(t, error, 'errors.tryAgain')
      toasts.show({ title: t('project.failed.update'), text, tone: 'danger' })
    }
  }

  return ({ id, status }: Listed) =>
    change(id, status === 'archived' ? 'active' : 'archived', status ?? 'active')
}

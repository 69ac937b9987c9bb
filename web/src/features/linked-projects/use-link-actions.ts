import { fullName, type RepositoryName } from '@app/contract/repository-name'
import { toasts } from '@app/ui/toaster.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import {
  type Link,
  useMoveLink,
  useRestoreLink,
  useUnlinkProject,
} from '#api/projects/linked-projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** Changes to a link that need no form. Each shows its result in a toast; unlinking can be undone there. */
export function useLinkActions(link: Pick<Link, 'id' | 'project_name'>) {
  const { t } = useTranslation()
  const moving = useMoveLink()
  const unlinking = useUnlinkProject()
  const restoring = useRestoreLink()
  const { id, project_name: name } = link

  async function reportFailure(failed: MessageKey, action: () => Promise<void>) {
    try {
      await action()
    } catch (error) {
      const text = userMessage(t, error, 'errors.tryAgain')
      toasts.show({ title: t(failed), text, tone: 'danger' })
    }
  }

  const restore = () =>
    reportFailure('projects.failed.update', async () => {
      await restoring.mutateAsync(id)
      toasts.show({ title: t('projects.restored', { name }), tone: 'positive' })
    })

  const unlink = () =>
    reportFailure('projects.failed.delete', async () => {
      await unlinking.mutateAsync(id)
      toasts.show({
        title: t('projects.unlinked', { name }),
        action: { text: t('projects.undo'), run: () => void restore() },
      })
    })

  const move = (repository: RepositoryName) =>
    reportFailure('projects.failed.update', async () => {
      await moving.mutateAsync({ id, repository })
      const title = t('projects.repaired', { name, repository: fullName(repository) })
      toasts.show({ title, tone: 'positive' })
    })

  return {
    restore,
    unlink,
    move,
    isBusy: moving.isPending || unlinking.isPending || restoring.isPending,
  }
}

import { toasts } from '@app/ui/toaster.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { setStatus } from './changes.ts'
import type { Project, ProjectStatus } from './project.ts'
import { projectQuery } from './queries.ts'

/** Puts a project away, or takes it out again. Either can be undone at once. */
export function useArchive(memberId: string) {
  const { t } = useTranslation()
  const client = useQueryClient()

  async function change(project: Project, status: ProjectStatus, isUndoing = false) {
    const query = projectQuery(project.id, memberId)
    const changed: Project = { ...project, status }
    client.setQueryData(query.queryKey, changed)
    try {
      await setStatus(project, status)
      const fresh = await client.fetchQuery({ ...query, staleTime: 0 })
      if (!isUndoing && fresh) offerUndo(fresh, project.status)
    } catch (error) {
      client.setQueryData(query.queryKey, project)
      toasts.show({
        title: t('project.failed.update'),
        text: userMessage(t, error, 'errors.tryAgain'),
        tone: 'danger',
      })
      void client.invalidateQueries({ queryKey: query.queryKey })
    }
    void client.invalidateQueries({ queryKey: ['dashboard', 'stats'] })
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

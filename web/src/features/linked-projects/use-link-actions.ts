import { parseRepository } from '@app/contract/repository-name'
import { toasts } from '@app/ui/toaster.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { rowOf } from './link-draft.ts'
import type { LinkedProject } from './linked-project.ts'

type Row = ReturnType<typeof rowOf>

/** Links a new project, or changes where one leads. */
export function useSaveLink(project: LinkedProject | null, onSaved: () => void) {
  const refresh = useRefresh()

  return useMutation({
    mutationFn: async (row: Row) => {
      const table = dataApi().from('bolt_projects')
      await (project ? table.update(row).eq('id', project.id) : table.insert(row)).throwOnError()
    },
    onSuccess: async () => {
      await refresh()
      onSaved()
    },
  })
}

/** Leads the link to the repository that the check offers. The table makes the address of it. */
export function useRepairLink() {
  const { t } = useTranslation()
  const refresh = useRefresh()

  return useMutation({
    mutationFn: async ({ project, repository }: { project: LinkedProject; repository: string }) => {
      const { owner, name } = parseRepository(repository) ?? {}
      if (!owner || !name) throw new Error(`${repository} is no repository`)
      await dataApi()
        .from('bolt_projects')
        .update({ github_repo_owner: owner, github_repo_name: name })
        .eq('id', project.id)
        .throwOnError()
    },
    onSuccess: async (_, { project, repository }) => {
      await refresh()
      const title = t('projects.repaired', { name: project.project_name, repository })
      toasts.show({ title, tone: 'positive' })
    },
    onError: (error) =>
      complain(t('projects.failed.update'), userMessage(t, error, 'errors.tryAgain')),
  })
}

/** Taken back as easily as done. */
export function useUnlink() {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const { mutate: restore } = useRestore()

  return useMutation({
    mutationFn: async ({ id }: LinkedProject) => {
      await dataApi().from('bolt_projects').delete().eq('id', id).throwOnError()
    },
    onSuccess: async (_, project) => {
      await refresh()
      toasts.show({
        title: t('projects.unlinked', { name: project.project_name }),
        action: { text: t('projects.undo'), run: () => restore(project) },
      })
    },
    onError: (error) =>
      complain(t('projects.failed.delete'), userMessage(t, error, 'errors.tryAgain')),
  })
}

export function useRestore() {
  const { t } = useTranslation()
  const refresh = useRefresh()

  return useMutation({
    mutationFn: async ({ id }: LinkedProject) => {
      await dataApi().rpc('restore_bolt_project', { input_project_id: id }).throwOnError()
    },
    onSuccess: async (_, project) => {
      await refresh()
      const title = t('projects.restored', { name: project.project_name })
      toasts.show({ title, tone: 'positive' })
    },
    onError: (error) =>
      complain(t('projects.failed.update'), userMessage(t, error, 'errors.tryAgain')),
  })
}

/** A link brings and takes a project, so the numbers on the dashboard change too. */
function useRefresh() {
  const client = useQueryClient()

  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['linked-projects'] }),
      client.invalidateQueries({ queryKey: ['dashboard'] }),
    ])
  }
}

function complain(title: string, text: string) {
  toasts.show({ title, text, tone: 'danger' })
}

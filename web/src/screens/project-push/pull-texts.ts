import type { Project } from '#api/projects/projects.ts'
import { targetOf } from '#features/project-details/use-project-surroundings.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The head of a page that brings changes back. */
export function usePullTexts(project: Project) {
  const { t } = useTranslation()
  const target = targetOf(project)
  const repo = target ? `${target.owner}/${target.name}` : ''

  return {
    title: t('project.pull.title'),
    lead: t('project.pull.lead', { repo, branch: target?.branch ?? '' }),
  }
}

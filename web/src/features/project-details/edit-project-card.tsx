import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { useState } from 'react'
import type { Repository } from '#api/github/github-calls.ts'
import { type Project, useSaveProject } from '#api/projects/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { draftOf, inputOf } from './project-draft.ts'
import { ProjectFields } from './project-fields.tsx'
import { useProjectForm } from './use-project-form.ts'

type Props = {
  project: Project
  /** Repositories to choose from. */
  repositories: readonly Repository[]
}

export function EditProjectCard({ project, repositories }: Props) {
  const { t } = useTranslation()
  const { form, isSaved } = useEditing(project)

  return (
    <form {...form.props}>
      <Card
        title={t('project.details.edit')}
        lead={t('project.details.editLead')}
        footer={
          <SubmitButton form={form} size="sm" disabled={!form.isDirty}>
            {t('project.details.save')}
          </SubmitButton>
        }
      >
        <div className="grid max-w-200 gap-6">
          <ProjectFields
            form={form}
            repositories={project.role === 'owner' ? repositories : null}
          />
          <FailureNotice failure={form.failure} />
          {isSaved && <Notice tone="positive">{t('project.details.saved')}</Notice>}
        </div>
      </Card>
    </form>
  )
}

/**
 * Saves against the version shown when typing began, so that concurrent changes are not overwritten. After that conflict was reported,
 * saving replaces the current version.
 */
function useEditing(project: Project) {
  const { mutateAsync: saveProject } = useSaveProject()
  const [isSaved, setSaved] = useState(false)
  const [seen, setSeen] = useState<Project | null>(null)

  const form = useProjectForm({
    initial: draftOf(seen ?? project),
    failed: 'project.failed.update',
    marksUnsaved: true,
    onChange: () => {
      setSaved(false)
      setSeen(seen ?? project)
    },
    save: async (draft, { clear }) => {
      try {
        await saveProject({ project: seen ?? project, input: inputOf(draft) })
        setSaved(true)
      } finally {
        setSeen(null)
      }
      clear()
    },
  })

  return { form, isSaved }
}

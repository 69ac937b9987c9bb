import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { type ReactNode, useState } from 'react'
import { type Project, useSaveProject } from '#api/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { draftOf, inputOf } from './project-draft.ts'
import { ProjectFields } from './project-fields.tsx'
import { useProjectForm } from './use-project-form.ts'

type Props = {
  project: Project
  /** What asks before the page is left, given whether that would lose something. */
  leaveWarning: (isDirty: boolean) => ReactNode
}

export function EditProjectCard({ project, leaveWarning }: Props) {
  const { t } = useTranslation()
  const edit = useEditing(project)

  return (
    <form noValidate onSubmit={edit.submit}>
      <Card
        title={t('project.details.title')}
        lead={t('project.details.lead')}
        footer={
          <Button type="submit" size="sm" disabled={!edit.isDirty} isBusy={edit.isSaving}>
            {t('project.details.save')}
          </Button>
        }
      >
        <div ref={edit.form} className="grid gap-6">
          <ProjectFields
            draft={edit.draft}
            onChange={edit.change}
            complaints={edit.complaints}
            hasRepository={project.role === 'owner'}
            disabled={edit.isSaving}
          />
          <FailureNotice failure={edit.failure} />
          {edit.isSaved && <Notice tone="positive">{t('project.details.saved')}</Notice>}
        </div>
      </Card>
      {leaveWarning(edit.isDirty && !edit.isSaving)}
    </form>
  )
}

/**
 * Saves against the version that was shown when the editing began, so that nobody else's change is overwritten.
 * After one such conflict was reported, the next save goes over the current version.
 */
function useEditing(project: Project) {
  const { mutateAsync: saveProject } = useSaveProject()
  const [isSaved, setSaved] = useState(false)
  const [seen, setSeen] = useState<Project | null>(null)

  const editing = useProjectForm({
    initial: draftOf(seen ?? project),
    failed: 'project.failed.update',
    save: async (draft) => {
      try {
        await saveProject({ project: seen ?? project, input: inputOf(draft) })
        setSaved(true)
      } finally {
        setSeen(null)
      }
    },
  })

  return {
    ...editing,
    isSaved,
    change: (part: Parameters<typeof editing.change>[0]) => {
      setSaved(false)
      setSeen(seen ?? project)
      editing.change(part)
    },
  }
}

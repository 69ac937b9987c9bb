import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { useNavigate } from 'react-router'
import { useCreateProject } from '#api/projects.ts'
import { projectPath } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { EMPTY_DRAFT, inputOf } from './project-draft.ts'
import { ProjectFields } from './project-fields.tsx'
import { useProjectForm } from './use-project-form.ts'

/** Creates a project, with or without a repository, and opens it. Needs the messages of `project`. */
export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const make = useMakeProject(onClose)

  return (
    <DraftDialog
      isOpen
      title={t('project.new.title')}
      lead={t('project.new.lead')}
      closeText={t('common.close')}
      isDirty={make.isDirty}
      leaving={leaving}
      onClose={onClose}
    >
      {(askToClose) => (
        <form noValidate onSubmit={make.submit}>
          <div ref={make.form} className="grid gap-6">
            <ProjectFields
              draft={make.draft}
              onChange={make.change}
              complaints={make.complaints}
              hasRepository
              disabled={make.isSaving}
            />
            <FailureNotice failure={make.failure} />
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="secondary" onClick={askToClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" isBusy={make.isSaving}>
                {t('project.new.create')}
              </Button>
            </div>
          </div>
        </form>
      )}
    </DraftDialog>
  )
}

function useMakeProject(onDone: () => void) {
  const { mutateAsync: createProject } = useCreateProject()
  const navigate = useNavigate()

  return useProjectForm({
    initial: EMPTY_DRAFT,
    failed: 'project.failed.create',
    save: async (draft) => {
      const id = await createProject(inputOf(draft))
      onDone()
      await navigate(projectPath(id))
    },
  })
}

import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useNavigate } from 'react-router'
import { useCreateProject } from '#api/projects/projects.ts'
import { projectPath } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { EMPTY_DRAFT, inputOf } from './project-draft.ts'
import { useProjectForm } from './use-project-form.ts'

/** Asks for a name only; the created project is opened, where the rest can follow. Uses texts of the namespace `project`. */
export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const form = useNewProject(onClose)

  return (
    <DraftDialog
      isOpen
      title={t('project.new.title')}
      lead={t('project.new.lead')}
      closeText={t('common.close')}
      isDirty={form.isDirty}
      leaving={leaving}
      onClose={onClose}
    >
      {(askToClose) => (
        <form {...form.props} className="grid gap-6">
          <TextField {...form.field('name')} label={t('project.name')} maxLength={200} required />
          <FailureNotice failure={form.failure} />
          <FormActions>
            <Button variant="secondary" onClick={askToClose}>
              {t('common.cancel')}
            </Button>
            <SubmitButton form={form}>{t('project.new.create')}</SubmitButton>
          </FormActions>
        </form>
      )}
    </DraftDialog>
  )
}

function useNewProject(onDone: () => void) {
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

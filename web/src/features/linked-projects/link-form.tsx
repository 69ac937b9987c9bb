import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useId } from 'react'
import { useSaveLink } from '#api/linked-projects.ts'
import type { LinkedProject } from '#api/recent-projects.ts'
import { userMessage } from '#api/user-message.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { draftOf, linkErrors, rowOf } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'

export type LinkFormProps = {
  /** Null for a new one. */
  project: LinkedProject | null
  /** Full names to choose from; others can be written as well. */
  suggestions: readonly string[]
  onSaved: () => void
}

export function LinkForm({ project, suggestions, onSaved }: LinkFormProps) {
  const { t } = useTranslation()
  const { github } = usePublicConfig()
  const listId = useId()
  const { mutateAsync: saveLink } = useSaveLink(project)
  const form = useForm({
    initial: draftOf(project),
    check: (draft) => fieldTexts(t, linkErrors(draft)),
    save: async (draft) => {
      await saveLink(rowOf(draft, github.webUrl))
      onSaved()
    },
    explain: (error) => ({
      title: t(project ? 'projects.failed.update' : 'projects.failed.create'),
      text: isTaken(error)
        ? t('projects.form.builderIdTaken')
        : userMessage(t, error, 'errors.tryAgain'),
    }),
    marksUnsaved: true,
  })

  return (
    <form {...form.props} className="grid gap-5">
      <FailureNotice failure={form.failure} />
      <LinkFields form={form} listId={listId} />
      <datalist id={listId}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SubmitButton form={form}>
        {t(project ? 'projects.form.save' : 'projects.form.link')}
      </SubmitButton>
    </form>
  )
}

/** The builder's id is the one thing that must differ. */
const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

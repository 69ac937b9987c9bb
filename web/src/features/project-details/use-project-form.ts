import { type FormOptions, useForm } from '@app/ui/use-form.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { type ProjectDraft, projectErrors } from './project-draft.ts'

type Options = Pick<FormOptions<ProjectDraft>, 'initial' | 'save' | 'onChange' | 'marksUnsaved'> & {
  failed: MessageKey
}

/** The form of a new or changed project. */
export function useProjectForm({ failed, ...options }: Options) {
  const { t } = useTranslation()

  return useForm({
    ...options,
    check: (draft) => fieldTexts(t, projectErrors(draft)),
    explain: (error) => ({ title: t(failed), text: userMessage(t, error, 'errors.tryAgain') }),
  })
}

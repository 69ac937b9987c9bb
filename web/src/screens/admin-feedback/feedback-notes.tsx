import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { useForm } from '@app/ui/use-form.ts'
import type { FeedbackItem } from '#api/admin/admin-feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Triage } from './use-triage.ts'

/** The table would refuse more. */
const NOTES_MAX_CHARACTERS = 10_000

/** The list's key for notes focuses this field. */
export const NOTES_FIELD = 'notes'

export function FeedbackNotes({ item, triage }: { item: FeedbackItem; triage: Triage }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { [NOTES_FIELD]: item.admin_notes ?? '' },
    // Not cleared afterwards: text typed while saving becomes the next draft.
    save: ({ notes = '' }) =>
      triage.change(item, { admin_notes: notes.trim() === '' ? null : notes }),
    marksUnsaved: true,
  })

  return (
    <form {...form.props} className="grid gap-3">
      <TextArea
        label={t('admin.feedback.notes.label')}
        hint={t('admin.feedback.notes.hint')}
        rows={3}
        maxLength={NOTES_MAX_CHARACTERS}
        {...form.field(NOTES_FIELD)}
      />
      <FailureNotice failure={form.failure} />
      <SubmitButton
        form={form}
        variant="secondary"
        size="sm"
        disabled={!form.isDirty}
        className="justify-self-start"
      >
        {t('admin.feedback.notes.save')}
      </SubmitButton>
    </form>
  )
}

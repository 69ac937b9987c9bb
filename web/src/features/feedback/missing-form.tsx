import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { sendGuideAnswer } from '#api/content/feedback.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

const ROWS = 4
/** The table would refuse more. */
const MAX_CHARACTERS = 10_000

type Props = { guide: string; userId: string | null; onDone: () => void }

/** What a guide's reader missed. */
export function MissingForm({ guide, userId, onDone }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) =>
      fieldTexts(t, { text: text.trim() === '' ? 'feedback.descriptionRequired' : null }),
    save: async ({ text }) => {
      await sendGuideAnswer({ guide, isHelpful: false, text: text.trim(), userId })
      onDone()
    },
    explain: (error) => ({ text: userMessage(t, error, 'feedback.failed') }),
  })

  return (
    <form {...form.props} className="grid gap-4">
      <FailureNotice failure={form.failure} />
      <TextArea
        {...form.field('text')}
        label={t('docs.helpful.missing')}
        rows={ROWS}
        maxLength={MAX_CHARACTERS}
        required
      />
      <div>
        <SubmitButton form={form} busyText={t('common.sending')}>
          {t('feedback.send')}
        </SubmitButton>
      </div>
    </form>
  )
}

import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { type OwnProfile, useSaveProfile } from '#api/account/profile.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Name and short biography. Typed text stays, whether or not saving succeeds. */
export function ProfileCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation()
  const { mutateAsync: saveProfile } = useSaveProfile()
  const form = useForm({
    initial: { name: profile.display_name ?? '', about: profile.about ?? '' },
    check: ({ name }) => fieldTexts(t, { name: name.trim() === '' ? 'errors.nameRequired' : null }),
    save: async ({ name, about }) => {
      await saveProfile({ display_name: name, about: about.trim() === '' ? null : about })
      toasts.show({ title: t('settings.saved'), tone: 'positive' })
    },
    explain: (error) => ({
      title: t('settings.saveFailed'),
      text: userMessage(t, error, 'errors.tryAgain'),
    }),
    marksUnsaved: true,
  })

  return (
    <form {...form.props}>
      <Card
        title={t('settings.profile.title')}
        lead={t('settings.profile.lead')}
        footer={
          <SubmitButton form={form} size="sm" disabled={!form.isDirty}>
            {t('settings.save')}
          </SubmitButton>
        }
      >
        <div className="grid max-w-prose gap-5">
          <FailureNotice failure={form.failure} />
          <TextField
            {...form.field('name')}
            label={t('settings.profile.name')}
            autoComplete="name"
            maxLength={200}
            required
          />
          <TextArea
            {...form.field('about')}
            label={t('settings.profile.about')}
            hint={t('settings.profile.aboutHint')}
            maxLength={2000}
            rows={4}
          />
        </div>
      </Card>
    </form>
  )
}

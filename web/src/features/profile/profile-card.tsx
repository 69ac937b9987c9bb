import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { type FormEvent, useState } from 'react'
import { type OwnProfile, useSaveProfile } from '#api/profile.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Name and a few words. What was typed stays, whatever becomes of saving it. */
export function ProfileCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation()
  const saving = useSaveProfile()
  const [name, setName] = useState(profile.display_name ?? '')
  const [about, setAbout] = useState(profile.about ?? '')
  const [complaint, setComplaint] = useState<string | null>(null)
  const isChanged = name !== (profile.display_name ?? '') || about !== (profile.about ?? '')
  const frame = useFocusOnComplaint(complaint)
  useUnsavedMark(isChanged)

  function save(event: FormEvent) {
    event.preventDefault()
    const isNamed = name.trim() !== ''

    setComplaint(isNamed ? null : t('errors.nameRequired'))
    if (!isNamed) return
    saving.mutate(
      { display_name: name, about: about.trim() === '' ? null : about },
      { onSuccess: () => toasts.show({ title: t('settings.saved'), tone: 'positive' }) },
    )
  }

  return (
    <Card title={t('settings.profile.title')} lead={t('settings.profile.lead')}>
      <div ref={frame}>
        <form noValidate onSubmit={save} className="grid max-w-prose gap-5">
          {saving.error && (
            <FailureNotice
              failure={{
                title: t('settings.saveFailed'),
                text: userMessage(t, saving.error, 'errors.tryAgain'),
              }}
            />
          )}
          <TextField
            label={t('settings.profile.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={complaint}
            autoComplete="name"
            maxLength={200}
            required
          />
          <TextArea
            label={t('settings.profile.about')}
            hint={t('settings.profile.aboutHint')}
            value={about}
            onChange={(event) => setAbout(event.target.value)}
            maxLength={2000}
            rows={4}
          />
          <div>
            <Button type="submit" size="sm" isBusy={saving.isPending} disabled={!isChanged}>
              {t('settings.save')}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}

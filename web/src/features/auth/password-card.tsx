import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { PasswordField } from '@app/ui/password-field.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { useState } from 'react'
import { useMember } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordChange } from './use-password-change.ts'

/** Changes the password, or sets a new one for whoever came by a mail link and has proven by it who he is. */
export function PasswordCard() {
  const { t } = useTranslation()
  const { cameByMail, email } = useMember()
  const { complaints, failure, isBusy, submit } = usePasswordChange()
  const frame = useFocusOnComplaint(complaints ?? failure)
  const [isTyped, setTyped] = useState(false)
  useUnsavedMark(isTyped)

  return (
    <Card
      title={t('settings.password.title')}
      lead={cameByMail ? t('settings.password.newLead') : t('settings.password.lead')}
    >
      <div ref={frame} className="max-w-form">
        <form
          noValidate
          onSubmit={submit}
          onChange={({ currentTarget }) => setTyped(hasWords(currentTarget))}
          onReset={() => setTyped(false)}
          className="grid gap-5"
        >
          {failure && (
            <FailureNotice
              failure={{
                title: t('settings.password.failed'),
                text: userMessage(t, failure.error, 'errors.tryAgain'),
              }}
            />
          )}
          {/* For password managers, which else would not know whose password this is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {!cameByMail && (
            <PasswordField
              label={t('settings.password.current')}
              hint={t('settings.password.currentHint')}
              name="current"
              autoComplete="current-password"
              showText={t('auth.showPassword')}
              hideText={t('auth.hidePassword')}
              disabled={isBusy}
            />
          )}
          <NewPasswordFields
            label={t('settings.password.new')}
            complaints={complaints}
            isBusy={isBusy}
          />
          <div>
            <Button type="submit" isBusy={isBusy}>
              {t('settings.password.submit')}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}

const hasWords = (form: HTMLFormElement) =>
  [...new FormData(form).values()].some((value) => value !== '')

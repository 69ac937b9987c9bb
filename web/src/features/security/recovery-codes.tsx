import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { useCreateRecoveryCodes } from '#api/sign-in/second-factor.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { NewCodes } from './new-codes.tsx'

type Props = {
  left: number | null
  /** Created when the second factor was turned on, and not stored yet. */
  first: string[] | null
  onFirstKept: () => void
}

/** The number of codes left, and new ones, which are shown only once. */
export function RecoveryCodes({ left, first, onFirstKept }: Props) {
  const { t } = useTranslation()
  const creating = useCreateRecoveryCodes(left !== null)

  const shown = creating.data ?? first
  const hide = () => {
    creating.reset()
    onFirstKept()
  }

  return (
    <section className="grid gap-3">
      <div>
        <h3 className="font-semibold">{t('settings.recovery.title')}</h3>
        <p className="text-sm text-ink-soft">{t('settings.recovery.lead')}</p>
      </div>
      {creating.error && (
        <FailureNotice
          failure={{
            title: t('settings.recovery.failed'),
            text: userMessage(t, creating.error, 'errors.tryAgain'),
          }}
        />
      )}
      {shown ? (
        <NewCodes codes={shown} onDone={hide} />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <p className="text-sm">
            {left === null
              ? t('settings.recovery.none')
              : t('settings.recovery.left', { count: left })}
          </p>
          <Button
            variant="secondary"
            size="sm"
            isBusy={creating.isPending}
            onClick={() => creating.mutate()}
          >
            {t(left === null ? 'settings.recovery.make' : 'settings.recovery.renew')}
          </Button>
        </div>
      )}
    </section>
  )
}

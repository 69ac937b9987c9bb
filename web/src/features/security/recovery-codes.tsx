import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { makeRecoveryCodes } from '#api/recovery-codes.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { NewCodes } from './new-codes.tsx'

type Props = {
  left: number | null
  /** Those that were made when the second factor was turned on. */
  first: string[] | null
  onFirstKept: () => void
}

/** How many are left, and new ones, which are shown this one time. */
export function RecoveryCodes({ left, first, onFirstKept }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const making = useMutation({
    mutationFn: () => makeRecoveryCodes(left !== null),
    onSuccess: () => client.invalidateQueries({ queryKey: ['security', 'factor'] }),
  })

  const shown = making.data ?? first
  const hide = () => {
    making.reset()
    onFirstKept()
  }

  return (
    <section className="grid gap-3">
      <div>
        <h3 className="font-semibold">{t('settings.recovery.title')}</h3>
        <p className="text-sm text-ink-soft">{t('settings.recovery.lead')}</p>
      </div>
      {making.error && (
        <FailureNotice
          failure={{
            title: t('settings.recovery.failed'),
            text: userMessage(t, making.error, 'errors.tryAgain'),
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
            isBusy={making.isPending}
            onClick={() => making.mutate()}
          >
            {t(left === null ? 'settings.recovery.make' : 'settings.recovery.renew')}
          </Button>
        </div>
      )}
    </section>
  )
}

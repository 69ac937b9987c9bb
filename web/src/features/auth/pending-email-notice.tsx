import type { PendingEmailChange } from '@app/contract/account-replies'
import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { useWithdrawEmailChange } from '#api/sign-in/email-change.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** A pending change of address: what is missing, and how to withdraw it. */
export function PendingEmailNotice({ pending }: { pending: PendingEmailChange }) {
  const { t } = useTranslation()
  const withdrawal = useWithdrawEmailChange()
  const { email, sentAt, waitingFor } = pending

  function withdraw() {
    const title = t('settings.email.withdrawn')
    withdrawal.mutate(undefined, { onSuccess: () => toasts.show({ title, tone: 'positive' }) })
  }

  return (
    <>
      {withdrawal.error && (
        <FailureNotice
          failure={{
            title: t('settings.email.withdrawFailed'),
            text: userMessage(t, withdrawal.error, 'errors.tryAgain'),
          }}
        />
      )}
      <Notice tone="plain">
        <p className="font-semibold">{t('settings.email.pending', { email })}</p>
        <p>{t(dueText(waitingFor), { email })}</p>
        <p className="text-ink-soft">
          {t('settings.email.asked')} <TimeAgo at={sentAt} />
        </p>
        <div className="mt-3">
          <Button variant="secondary" size="sm" isBusy={withdrawal.isPending} onClick={withdraw}>
            {t('settings.email.withdraw')}
          </Button>
        </div>
      </Notice>
    </>
  )
}

function dueText(waitingFor: PendingEmailChange['waitingFor']): MessageKey {
  if (waitingFor.length > 1) return 'settings.email.dueBoth'
  return waitingFor[0] === 'current' ? 'settings.email.dueCurrent' : 'settings.email.dueNew'
}

import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useEffect, useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { resendConfirmation } from '#api/sign-in/auth-mails.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useRedirects } from './use-redirects.ts'

/** The server refuses another mail to the same address for this long. */
const WAIT_S = 60

/** Resends the confirmation mail, at most once a minute. The first mail was just sent. */
export function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation()
  const redirects = useRedirects()
  const { run, running, failure } = useAction<'resend'>()
  const [secondsLeft, restart] = useCountdown(WAIT_S)
  const [isSent, setSent] = useState(false)

  function resend() {
    setSent(false)
    void run('resend', async () => {
      await resendConfirmation(email, redirects.toDashboard())
      setSent(true)
      restart()
    })
  }

  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        disabled={secondsLeft > 0}
        isBusy={running !== null}
        onClick={resend}
      >
        {secondsLeft > 0
          ? t('registerConfirm.resendIn', { count: secondsLeft })
          : t('registerConfirm.resend')}
      </Button>
      <p role="status" className="text-center text-sm text-ink-soft empty:hidden">
        {failure
          ? `${t('resend.failed')} ${userMessage(t, failure.error, 'errors.tryAgain')}`
          : isSent && t('registerConfirm.resent')}
      </p>
    </div>
  )
}

/** Uses the clock, because browsers throttle timers in background tabs. */
function useCountdown(fromS: number): [number, () => void] {
  const endAt = () => Date.now() + fromS * 1000
  const [end, setEnd] = useState(endAt)
  const [secondsLeft, setSecondsLeft] = useState(fromS)

  useEffect(() => {
    const show = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    show()
    const timer = setInterval(show, 1000)
    return () => clearInterval(timer)
  }, [end])

  return [secondsLeft, () => setEnd(endAt())]
}

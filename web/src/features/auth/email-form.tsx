import { Button } from '@app/ui/button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

type Props = {
  initialEmail?: string
  submitText: string
  isBusy: boolean
  isDisabled?: boolean
  /** What has come of it. */
  outcome: ReactNode
  /** Why the last attempt came to nothing; the address is then the place to try again. */
  failure: unknown
  check: (email: string) => MessageKey | null
  onSend: (email: string) => void
}

/** One address and a button: for every mail that we send on request. */
export function EmailForm(props: Props) {
  const { submitText, isBusy, isDisabled = false, outcome, failure, check, onSend } = props
  const { t } = useTranslation()
  const [complaint, setComplaint] = useState<MessageKey | null>(null)
  const form = useFocusOnComplaint(complaint ?? failure)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // From the page and not from a state: an address may have been filled in before the application was there.
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    const found = check(email)

    setComplaint(found)
    if (!found) onSend(email)
  }

  return (
    <div ref={form}>
      <form noValidate onSubmit={send} className="grid gap-5">
        {outcome}
        <TextField
          label={t('auth.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={props.initialEmail}
          error={complaint && t(complaint)}
          disabled={isBusy || isDisabled}
          data-focus-after-failure
          required
        />
        <Button type="submit" isBusy={isBusy} disabled={isDisabled} busyText={t('common.sending')}>
          {submitText}
        </Button>
      </form>
    </div>
  )
}

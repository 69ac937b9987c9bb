import { LANDING_TAG } from '@app/contract/newsletter-answers'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ANSWER_WORDS, placeOf } from './answers.ts'
import { Preferences } from './preferences.tsx'
import { useNewsletter } from './use-newsletter.ts'

/** Field names are the mailing service's own (specification, section 2); the server passes them on. */
export function NewsletterForm() {
  const { t } = useTranslation()
  const { send, isSending, heard, answer } = useNewsletter()
  const frame = useFocusOnComplaint(heard)
  const place = answer && placeOf(answer)
  const words = answer && t(ANSWER_WORDS[answer])
  const optional = <span className="text-ink-faint">{t('newsletter.optional')}</span>

  return (
    <div ref={frame}>
      {/* Our own words in the page's language instead of the browser's bubbles: the server checks either way. */}
      <form action="/newsletter" method="post" noValidate onSubmit={send} className="grid gap-5">
        <TextField
          label={t('newsletter.email')}
          name="EMAIL"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          error={place === 'email' ? words : null}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('newsletter.firstName')}
            name="FNAME"
            autoComplete="given-name"
            maxLength={200}
            aside={optional}
          />
          <TextField
            label={t('newsletter.lastName')}
            name="LNAME"
            autoComplete="family-name"
            maxLength={200}
            aside={optional}
          />
        </div>
        <Preferences error={place === 'preferences' ? words : null} />
        <input type="hidden" name="tags" value={LANDING_TAG} />
        <Honeypot label={t('newsletter.honeypot')} />
        {place === 'error' && <Notice tone="danger">{words}</Notice>}
        {place === 'success' && <Notice tone="positive">{words}</Notice>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" isBusy={isSending} busyText={t('common.sending')}>
            {t('newsletter.action')}
          </Button>
          <p className="text-sm text-ink-soft">{t('newsletter.privacy')}</p>
        </div>
      </form>
    </div>
  )
}

/** Programs fill in every field they find; people never see this one. */
function Honeypot({ label }: { label: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw]">
      <label>
        {label}
        <input type="text" name="b_name" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}

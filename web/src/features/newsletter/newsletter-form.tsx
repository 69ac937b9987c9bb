import { LANDING_TAG } from '@app/contract/newsletter-answers'
import { Notice } from '@app/ui/notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ANSWER_WORDS, placeOf } from './answers.ts'
import { Preferences } from './preferences.tsx'
import { useNewsletter } from './use-newsletter.ts'

export function NewsletterForm() {
  const { t } = useTranslation()
  const { form, answer } = useNewsletter()
  const place = answer && placeOf(answer)
  const text = answer && t(ANSWER_WORDS[answer])
  const optional = <span className="text-ink-faint">{t('newsletter.optional')}</span>

  return (
    <form {...form.props} action="/newsletter" method="post" className="grid gap-5">
      <TextField
        {...form.field('EMAIL')}
        label={t('newsletter.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        error={place === 'email' ? text : null}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('FNAME')}
          label={t('newsletter.firstName')}
          autoComplete="given-name"
          maxLength={200}
          aside={optional}
        />
        <TextField
          {...form.field('LNAME')}
          label={t('newsletter.lastName')}
          autoComplete="family-name"
          maxLength={200}
          aside={optional}
        />
      </div>
      <Preferences form={form} error={place === 'preferences' ? text : null} />
      <input type="hidden" name="tags" value={LANDING_TAG} />
      <Honeypot label={t('newsletter.honeypot')} />
      {place === 'error' && <Notice tone="danger">{text}</Notice>}
      {place === 'success' && <Notice tone="positive">{text}</Notice>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <SubmitButton form={form} busyText={t('common.sending')}>
          {t('newsletter.action')}
        </SubmitButton>
        <p className="text-sm text-ink-soft">{t('newsletter.privacy')}</p>
      </div>
    </form>
  )
}

/** Programs fill in every field they find; users never see this one. */
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

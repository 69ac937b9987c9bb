import { LANDING_TAG, PREFERENCE_BITS } from '@app/contract/newsletter-answers'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { WarningIcon } from '@app/ui/icons.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useId } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ANSWER_WORDS, targetOf } from './answers.ts'
import { boxName, useNewsletter } from './use-newsletter.ts'

export function NewsletterForm() {
  const { t } = useTranslation()
  const { form, answer } = useNewsletter()
  const place = answer && targetOf(answer)
  const text = answer && t(ANSWER_WORDS[answer])
  const optional = <span className="text-ink-faint">{t('newsletter.optional')}</span>

  return (
    <form {...form.props} action="/newsletter" method="post" className="grid gap-4 md:gap-5">
      <div className="grid grid-cols-2 gap-4 md:gap-5 max-lg:*:first:col-span-2 lg:grid-cols-3">
        <TextField
          {...form.field('EMAIL')}
          label={t('newsletter.email')}
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          error={place === 'email' ? text : null}
        />
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

/** Bots fill in every field; users never see this one. */
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

/** On phones the names are enough. */
const HINT = 'max-md:hidden'

type Props = { form: ReturnType<typeof useNewsletter>['form']; error: string | null }

/** At least one is required; none is preselected. */
function Preferences({ form, error }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const box = (bit: (typeof PREFERENCE_BITS)[keyof typeof PREFERENCE_BITS]) => ({
    ...form.checkbox(boxName(bit)),
    value: String(bit),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
  })

  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('newsletter.preferences')}</legend>
      <div className="grid gap-x-5 lg:grid-cols-3">
        <Checkbox
          {...box(PREFERENCE_BITS.essentialUpdates)}
          label={t('newsletter.essential.name')}
          hint={<span className={HINT}>{t('newsletter.essential.hint')}</span>}
        />
        <Checkbox
          {...box(PREFERENCE_BITS.developmentInsights)}
          label={t('newsletter.insights.name')}
          hint={<span className={HINT}>{t('newsletter.insights.hint')}</span>}
        />
        <Checkbox
          {...box(PREFERENCE_BITS.tips)}
          label={t('newsletter.tips.name')}
          hint={<span className={HINT}>{t('newsletter.tips.hint')}</span>}
        />
      </div>
      {error && (
        <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
          <WarningIcon className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

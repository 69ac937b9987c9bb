import { PREFERENCE_BITS } from '@app/contract/newsletter-answers'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { WarningIcon } from '@app/ui/icons.tsx'
import { useId } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { boxName, type useNewsletter } from './use-newsletter.ts'

type Props = { form: ReturnType<typeof useNewsletter>['form']; error: string | null }

/** At least one is required; none is chosen in advance. */
export function Preferences({ form, error }: Props) {
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
      <Checkbox
        {...box(PREFERENCE_BITS.essentialUpdates)}
        label={t('newsletter.essential.name')}
        hint={t('newsletter.essential.hint')}
      />
      <Checkbox
        {...box(PREFERENCE_BITS.developmentInsights)}
        label={t('newsletter.insights.name')}
        hint={t('newsletter.insights.hint')}
      />
      <Checkbox
        {...box(PREFERENCE_BITS.tips)}
        label={t('newsletter.tips.name')}
        hint={t('newsletter.tips.hint')}
      />
      {error && (
        <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
          <WarningIcon className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

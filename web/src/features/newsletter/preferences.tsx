import { PREFERENCE_BITS } from '@app/contract/newsletter-answers'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { WarningIcon } from '@app/ui/icons.tsx'
import { useId } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'

/** At least one is required; none is chosen for anybody. */
export function Preferences({ error }: { error: string | null }) {
  const { t } = useTranslation()
  const id = useId()
  const marks = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
  }

  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('newsletter.preferences')}</legend>
      <Checkbox
        {...named(PREFERENCE_BITS.essentialUpdates)}
        {...marks}
        label={t('newsletter.essential.name')}
        hint={t('newsletter.essential.hint')}
      />
      <Checkbox
        {...named(PREFERENCE_BITS.developmentInsights)}
        {...marks}
        label={t('newsletter.insights.name')}
        hint={t('newsletter.insights.hint')}
      />
      <Checkbox
        {...named(PREFERENCE_BITS.tips)}
        {...marks}
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

const named = (bit: number) => ({ name: `group[${bit}]`, value: String(bit) })

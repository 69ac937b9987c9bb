import { LANGUAGE_NAMES, LANGUAGES } from '@app/contract/languages'
import { Card } from '@app/ui/card.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { useChooseLanguage } from '#features/site/use-choose-language.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function LanguageCard() {
  const { t, language } = useTranslation()
  const chooseLanguage = useChooseLanguage()

  return (
    <Card title={t('settings.language.title')} lead={t('settings.language.lead')}>
      <ChoiceGroup
        label={t('settings.language.choice')}
        name="language"
        choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(next) => void chooseLanguage(next)}
      />
    </Card>
  )
}

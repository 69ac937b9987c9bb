import { Card } from '@app/ui/card.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { useState } from 'react'
import { chooseTheme, chosenTheme, type ThemeChoice } from '#browser/theme.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const WORDS: Record<ThemeChoice, MessageKey> = {
  system: 'settings.appearance.system',
  light: 'settings.appearance.light',
  dark: 'settings.appearance.dark',
}

const CHOICES = ['system', 'light', 'dark'] as const

export function AppearanceCard() {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(chosenTheme)

  return (
    <Card title={t('settings.appearance.title')} lead={t('settings.appearance.lead')}>
      <ChoiceGroup
        label={t('settings.appearance.choice')}
        name="theme"
        choices={CHOICES.map((value) => ({ value, label: t(WORDS[value]) }))}
        value={choice}
        onChange={(next) => {
          chooseTheme(next)
          setChoice(next)
        }}
      />
    </Card>
  )
}
